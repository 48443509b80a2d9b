import Foundation
import Secrets

/// Writes the lines of an archive with their checks, some at a time.
struct ArchiveWriter {
    private static let buffered = 1 << 20

    private let file: FileHandle
    private var chain = DigestChain()
    private var buffer: [UInt8] = []

    init(_ file: FileHandle) { self.file = file }

    /// - Parameter content: the object of the line without its opening brace.
    mutating func write(_ content: String) throws {
        let bytes = Array(content.utf8)
        buffer += ArchiveLine.opening
        buffer += Array(chain.add(bytes).utf8)
        buffer += ArchiveLine.closing
        buffer += bytes
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count > Self.buffered { try flush() }
    }

    mutating func write(row: String) throws { try write("\"row\":\(row)}") }

    mutating func flush() throws {
        try file.write(contentsOf: buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
