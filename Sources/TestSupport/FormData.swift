/// A `multipart/form-data` body (RFC 7578) of a test.
public struct FormData: Sendable {
    private static let boundary = "----a-boundary-of-the-tests"

    public static var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    private var content: [UInt8] = []

    public init() {}

    public var bytes: [UInt8] { content + Array("--\(Self.boundary)--\r\n".utf8) }

    public func text(_ name: String, _ text: String) -> FormData { part("name=\"\(name)\"", nil, Array(text.utf8)) }

    public func file(_ name: String, _ filename: String, _ type: String, _ bytes: [UInt8]) -> FormData {
        part("name=\"\(name)\"; filename=\"\(filename)\"", type, bytes)
    }

    /// The upload of a scan as a browser sends it.
    public static func scan(_ picture: [UInt8], kind: String = "flyer", filename: String = "photo.jpg", type: String = "image/jpeg") -> FormData {
        FormData().text("kind", kind).file("image", filename, type, picture)
    }

    private func part(_ disposition: String, _ type: String?, _ bytes: [UInt8]) -> FormData {
        var copy = self
        copy.content += Array("--\(Self.boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n".utf8)
        if let type { copy.content += Array("Content-Type: \(type)\r\n".utf8) }
        copy.content += Array("\r\n".utf8) + bytes + Array("\r\n".utf8)
        return copy
    }
}
