import Recognition

/// Pictures that the tests send, drawn by ourselves.
enum Pictures {
    /// A school's flyer with everything on it.
    static func flyer() throws -> [UInt8] {
        try Poster([
            .init("Autumn Bake Sale", size: 84), .init("Saturday 12 October 2030", size: 44), .init("2 pm to 5 pm", size: 44),
            .init("Parish Hall, Main Street", size: 40), .init("Everybody is welcome", size: 32),
        ]).jpeg()
    }

    /// So full of small print that reading it takes seconds.
    static func smallPrint() throws -> [UInt8] {
        let line = "The quick brown fox jumps over 1234 lazy dogs at 10:45"
        return try Poster([.init("Jumble Sale", size: 60)] + Array(repeating: .init(line, size: 16), count: 36)).jpeg()
    }

    /// A PNG header that promises 32768 × 32768 pixels, with nothing behind it.
    static let promise: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x80, 0, 0, 0, 0x80, 0, 8, 2, 0, 0, 0, 0xAB, 0xCD, 0xEF, 0x01, 0, 0, 0, 0] + Array("IDAT".utf8) + [0, 0, 0, 0]
}
