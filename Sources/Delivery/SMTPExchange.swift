/// What one delivery has written and read so far; libcurl's callbacks keep it.
struct SMTPExchange {
    /// The last command that speaks of a sender, a recipient or a message.
    enum Stage {
        case greeting, sender, recipient, message
    }

    private let message: [UInt8]
    private var offset = 0
    private var lines: [Substring] = []
    private var isLeaving = false

    private(set) var stage = Stage.greeting
    /// The last whole answer but for the goodbye.
    private(set) var reply: SMTPReply?
    /// The first answer after the whole message: the server's yes or no to it.
    private(set) var verdict: SMTPReply?

    init(message: [UInt8]) { self.message = message }

    /// The message is out of our hands: the server may act on it.
    var isHandedOver: Bool { offset == message.count }

    /// Moves the next bytes of the message to `buffer`; 0 at its end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, message.count - offset)
        message.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
        offset += count
        return count
    }

    /// Takes a command that libcurl is about to send.
    mutating func say(_ command: UnsafeRawBufferPointer) {
        if command.starts(with: "MAIL ".utf8) { stage = .sender }
        if command.starts(with: "RCPT ".utf8) { stage = .recipient }
        if command.starts(with: "DATA".utf8) { stage = .message }
        if command.starts(with: "QUIT".utf8) { isLeaving = true }
    }

    /// Takes one line of an answer: `250-words` where more follow, `250 words` at the end (RFC 5321 §4.2).
    mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        let line = String(decoding: bytes, as: UTF8.self)
        // What the server says to our goodbye, which libcurl says after a refusal too, is of no interest.
        guard !isLeaving, let code = Int(line.prefix(3)), (200...599).contains(code) else { return }
        // A server that never stops talking is cut off by the deadline; its words are, here.
        if lines.count < 10 { lines.append(line.dropFirst(4)) }
        if line.dropFirst(3).first == "-" { return }
        let words = HeaderText.oneLine(lines.joined(separator: " "))
        lines = []
        reply = SMTPReply(code: code, words: String(words.prefix(500)))
        if isHandedOver, verdict == nil { verdict = reply }
    }
}
