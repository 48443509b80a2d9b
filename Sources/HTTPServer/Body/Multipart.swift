import CMicrohttpd

/// The parts of a `multipart/form-data` body (RFC 7578), read from the bounded body without copying it.
public struct Multipart: Sendable {
    public struct Part: Sendable {
        public var name: String
        /// What the sender calls the file. Never a path of ours.
        public var filename: String?
        public var contentType: String?
        public var bytes: ArraySlice<UInt8>

        /// The bytes as text, or nil where they are not UTF-8.
        public var text: String? { String(validating: bytes, as: UTF8.self) }
    }

    public static let maximumParts = 64
    public static let maximumHeader = 8 << 10

    public let parts: [Part]

    /// Throws 415 for another content type, and 400 naming the fault for a body that breaks the format.
    public init(_ request: HTTPRequest) throws(Problem) {
        guard request.mediaType == "multipart/form-data", let type = request.headers["Content-Type"] else {
            throw Problem(415, title: "The body must be multipart/form-data")
        }
        guard let boundary = HeaderParameters(type)["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw Self.malformed("The content type names no boundary of 1 to 70 characters")
        }
        parts = try Self.parts(of: request.body, boundary: Array(boundary.utf8))
    }

    /// The first part of that name.
    public subscript(name: String) -> Part? { parts.first { $0.name == name } }

    private static func parts(of body: [UInt8], boundary: [UInt8]) throws(Problem) -> [Part] {
        let dashes = [UInt8(ascii: "-"), UInt8(ascii: "-")]
        let opening = dashes + boundary
        // What stands before the first boundary is a preamble, of no meaning.
        var position: Int
        if body.starts(with: opening) {
            position = opening.count
        } else if let found = body.range(of: newline + opening, from: 0) {
            position = found.upperBound
        } else {
            throw malformed("The boundary does not occur in the body")
        }

        var parts: [Part] = []
        while true {
            if body[position...].starts(with: dashes) { return parts }
            position = try endOfLine(body, position)
            guard parts.count < maximumParts else { throw malformed("There are more than \(maximumParts) parts") }
            let (header, start) = try header(body, position)
            guard let end = body.range(of: newline + opening, from: start) else {
                throw malformed("The last boundary is missing: the body was cut off")
            }
            parts.append(try part(header, body[start..<end.lowerBound]))
            position = end.upperBound
        }
    }

    /// Blanks may follow a boundary on its line (RFC 2046, 5.1.1), nothing else.
    private static func endOfLine(_ body: [UInt8], _ position: Int) throws(Problem) -> Int {
        let rest = body[position...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard rest.starts(with: newline) else { throw malformed("A boundary does not end its line") }
        return rest.startIndex + newline.count
    }

    /// The header block from `position`, and where the content starts.
    private static func header(_ body: [UInt8], _ position: Int) throws(Problem) -> (HTTPHeaders, Int) {
        if body[position...].starts(with: newline) { return ([:], position + newline.count) }
        let window = Array(body[position..<min(body.count, position + maximumHeader)])
        guard let end = window.range(of: newline + newline, from: 0) else { throw malformed("A part's header does not end") }
        guard let text = String(validating: window[..<end.lowerBound], as: UTF8.self) else { throw malformed("A part's header is not UTF-8") }
        var headers = HTTPHeaders()
        // Split by bytes: to Swift, CR LF is a single character.
        for line in text.replacing("\r\n", with: "\n").split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { throw malformed("A part's header has a line without colon") }
            headers.add(String(line[..<colon]), String(line[line.index(after: colon)...].trimmingSpaces()))
        }
        return (headers, position + end.upperBound)
    }

    private static func part(_ headers: HTTPHeaders, _ bytes: ArraySlice<UInt8>) throws(Problem) -> Part {
        guard let disposition = headers["Content-Disposition"], disposition.lowercased().hasPrefix("form-data") else {
            throw malformed("A part has no Content-Disposition: form-data")
        }
        let parameters = HeaderParameters(disposition)
        guard let name = parameters["name"] else { throw malformed("A part has no name") }
        return Part(
            name: name, filename: parameters.extended("filename") ?? parameters["filename"],
            contentType: headers["Content-Type"], bytes: bytes)
    }

    private static let newline: [UInt8] = [0x0D, 0x0A]

    private static func malformed(_ detail: String) -> Problem {
        Problem(400, title: "The upload cannot be read", detail: detail + ".")
    }
}

extension [UInt8] {
    /// Where `needle` next occurs. By the C library: it is as fast in a debug build.
    fileprivate func range(of needle: [UInt8], from start: Int) -> Range<Int>? {
        withUnsafeBytes { all in
            guard let base = all.baseAddress, start <= all.count,
                let found = memmem(base + start, all.count - start, needle, needle.count)
            else { return nil }
            let lower = UnsafeRawPointer(found) - base
            return lower..<lower + needle.count
        }
    }
}
