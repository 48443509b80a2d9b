/// A validator of one state of a resource (RFC 9110, 8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// The tag as it stands in the header, quotes included.
    public let field: String

    /// A strong tag. - Precondition: `opaque` has no quotes, spaces or control characters.
    public init(_ opaque: String) {
        precondition(opaque.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }, "not an entity tag")
        field = "\"\(opaque)\""
    }

    /// Whether a list of tags such as `If-Match: "a", "b"` or `*` names this one. Weak comparison ignores `W/`,
    /// strong comparison never matches it.
    fileprivate func isNamed(in list: String, weakly: Bool) -> Bool {
        if list.trimmingSpaces() == "*" { return true }
        return list.split(separator: ",").contains { item in
            var tag = item.trimmingSpaces()
            if weakly, tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            return tag == field
        }
    }
}

extension HTTPRequest {
    /// Throws 412 where the client edits another state than the present one, and 428 where it must say
    /// which state it edits and does not.
    public func requireMatch(_ tag: EntityTag, required: Bool = false) throws(Problem) {
        let lists = headers.all("If-Match")
        if lists.isEmpty {
            if required { throw Problem(428, title: "Say with If-Match which state you change") }
        } else if !lists.contains(where: { tag.isNamed(in: $0, weakly: false) }) {
            throw Problem(412, title: "This has been changed by somebody else", detail: "Fetch it again and repeat your change.")
        }
    }

    /// Whether the client already has this state (`If-None-Match`).
    public func alreadyHas(_ tag: EntityTag) -> Bool {
        headers.all("If-None-Match").contains { tag.isNamed(in: $0, weakly: true) }
    }
}

extension HTTPResponse {
    /// The answer with its tag, or 304 without body where `request` already has this state.
    public func tagged(_ tag: EntityTag, for request: HTTPRequest) -> HTTPResponse {
        guard status == 200, request.method == "GET" || request.method == "HEAD", request.alreadyHas(tag) else {
            return with("ETag", tag.field)
        }
        var fresh = with("ETag", tag.field)
        fresh.status = 304
        fresh.headers["Content-Type"] = nil
        fresh.body = .bytes([])
        return fresh
    }
}

extension StringProtocol {
    /// Without the spaces and tabs around it, the only blanks of a header.
    func trimmingSpaces() -> SubSequence {
        var rest = self[...]
        while rest.first == " " || rest.first == "\t" { rest = rest.dropFirst() }
        while rest.last == " " || rest.last == "\t" { rest = rest.dropLast() }
        return rest
    }
}
