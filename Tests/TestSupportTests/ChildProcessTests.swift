import Foundation
import Testing
import TestSupport

@Suite struct ChildProcessTests {
    private struct Failed: Error {}

    private func isRunning(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

    @Test func `a child gets its environment and nothing else of ours, and its lines are kept`() async throws {
        try await ChildProcess.run("/bin/sh", ["-c", "echo \"got $GREETING\"; echo \"and ${MANTEL_TEST_POSTGRES:-nothing}\" >&2; exit 3"], environment: ["GREETING": "hello"]) { child in
            try await child.line(containing: "got hello")
            #expect(try await child.exitCode() == 3)
            #expect(child.lines == ["got hello", "and nothing"])
        }
    }

    @Test func `a child that still runs is ended, also after an error`() async throws {
        var process: pid_t = 0
        await #expect(throws: Failed.self) {
            try await ChildProcess.run("/bin/sh", ["-c", "trap '' TERM; echo ready; sleep 60"]) { child in
                process = child.processIdentifier
                try await child.line(containing: "ready")
                throw Failed()
            }
        }
        #expect(process > 0)
        #expect(!isRunning(process))
    }

    @Test func `a child that ends too early is told with its log`() async throws {
        try await ChildProcess.run("/bin/sh", ["-c", "echo no database; exit 78"]) { child in
            let error = await #expect(throws: NeverHappened.self) { try await child.line(containing: "ready") }
            #expect(error?.description.contains("ended with 78") == true)
            #expect(error?.description.contains("no database") == true)
        }
    }

    @Test func `a signal reaches the child`() async throws {
        try await ChildProcess.run("/bin/sh", ["-c", "trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done"]) { child in
            try await child.line(containing: "ready")
            child.signal(SIGTERM)
            #expect(try await child.exitCode() == 7)
        }
    }

    @Test func `a missing executable is named`() async throws {
        let error = await #expect(throws: ServiceMissing.self) { try await ChildProcess.run("not-built") { _ in } }
        #expect(error?.description.contains("not-built") == true)
    }

    @Test func `waiting in vain says for what`() async throws {
        let error = await #expect(throws: NeverHappened.self) { try await eventually("the moon is full", within: .milliseconds(30)) { false } }
        #expect(error?.description.contains("the moon is full") == true)
    }

    @Test func `ports and prefixes differ`() throws {
        #expect((1024...65535).contains(try FreePort.find()))
        #expect(try TestRedis().prefix != TestRedis().prefix)
    }
}
