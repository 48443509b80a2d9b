import Foundation
import Secrets

/// Reads the lines of an archive one after the other, and believes none whose check is wrong.
struct ArchiveReader {
    enum Line {
        case mark(ArchiveLine.Mark)
        case row(String)
    }

    private let file: FileHandle
    private var chain = DigestChain()
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// Of the line read last.
    private(set) var number = 0

    init(_ file: FileHandle) { self.file = file }

    /// Nil at the end of the file.
    mutating func next() throws -> Line? {
        guard let bytes = try nextBytes() else { return nil }
        number += 1
        guard bytes.starts(with: ArchiveLine.opening) else {
            throw ArchiveRefusal(
                number == 1 ? "this file is no archive of a household." : "this is no line of an archive: the file is damaged.", line: number)
        }
        let check = bytes.dropFirst(ArchiveLine.opening.count).prefix(16)
        let content = bytes.dropFirst(ArchiveLine.opening.count + 16 + ArchiveLine.closing.count)
        guard bytes[check.endIndex...].starts(with: ArchiveLine.closing), Array(chain.add(content).utf8) == Array(check) else {
            throw ArchiveRefusal("this line is not as it was written, or one before it is missing: the file is damaged or was changed.", line: number)
        }
        if content.starts(with: ArchiveLine.rowOpening), content.last == UInt8(ascii: "}") {
            guard let row = String(validating: content.dropFirst(ArchiveLine.rowOpening.count).dropLast(), as: UTF8.self) else {
                throw ArchiveRefusal("this line is not UTF-8.", line: number)
            }
            return .row(row)
        }
        guard let mark = try? JSONDecoder().decode(ArchiveLine.Mark.self, from: Data("{".utf8 + content)) else {
            throw ArchiveRefusal("this line is none that this server knows.", line: number)
        }
        return .mark(mark)
    }

    private mutating func nextBytes() throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            searched = buffer.count - start
            guard searched <= ArchiveLine.largest else {
                throw ArchiveRefusal("this line has more than \(ArchiveLine.largest) bytes: the file is no archive of a household.", line: number + 1)
            }
            buffer.removeFirst(start)
            start = 0
            if isAtEnd { break }
            let chunk = try file.read(upToCount: 1 << 18) ?? Data()
            if chunk.isEmpty { isAtEnd = true } else { buffer += chunk }
        }
        if buffer.isEmpty { return nil }
        throw ArchiveRefusal("the file ends in the middle of this line: it is torn.", line: number + 1)
    }
}
