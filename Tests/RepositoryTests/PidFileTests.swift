import Foundation
import Testing

/// The shell functions by which `deploy/run` and `deploy/services` start and end processes.
@Suite struct PidFileTests {
    @Test func `a process that was started is found by its pid file and ended`() throws {
        let said = try shell("""
            start_process "$folder/run/a.pid" "$folder/a.log" sleep 60
            pid="$(running_pid "$folder/run/a.pid")"
            stop_process "$folder/run/a.pid" 5
            start_time "$pid" || echo ended
            [ -e "$folder/run/a.pid" ] || echo forgotten
            """)
        #expect(said == "ended\nforgotten\n")
    }

    @Test func `a pid that belongs to another process by now is left alone`() throws {
        let said = try shell("""
            sleep 60 & other="$!"
            echo "$other 1" >"$folder/a.pid"
            stop_process "$folder/a.pid" 1
            start_time "$other" >/dev/null && echo alive
            kill -KILL "$other"
            """)
        #expect(said == "alive\n")
    }

    @Test func `a process that ignores the request is killed after the grace`() throws {
        let said = try shell("""
            start_process "$folder/a.pid" "$folder/a.log" bash -c 'trap "" TERM; echo ready; while true; do sleep 0.1; done'
            until grep -q ready "$folder/a.log"; do sleep 0.05; done
            pid="$(running_pid "$folder/a.pid")"
            stop_process "$folder/a.pid" 1 2>/dev/null
            start_time "$pid" || echo ended
            """)
        #expect(said == "ended\n")
    }

    /// Runs a script with the functions and an empty `folder`; answers what it printed.
    private func shell(_ script: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pid files \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-uc", ". \"$functions/common.sh\"; . \"$functions/process.sh\"\n" + script]
        process.environment = [
            "PATH": "/usr/bin:/bin", "folder": folder.path,
            "functions": Repository.root.appending(path: "deploy/lib").path,
        ]
        process.standardOutput = output
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
