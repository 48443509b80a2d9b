/// An answer that is not what was asked for, in words and with a way on.
enum ProblemPage: Sendable {
    case notFound
    case forbidden
    case expired
    /// A rule of the household stands against it; the words say which.
    case refused(words: String)
    case tooMany(seconds: Int)
    case tooLarge(words: String)
    case failed(reference: String)
    case unavailable

    var status: Int {
        switch self {
        case .notFound: 404
        case .forbidden, .expired: 403
        case .refused: 409
        case .tooMany: 429
        case .tooLarge: 413
        case .failed: 500
        case .unavailable: 503
        }
    }

    func html(in frame: DoorFrame) -> HTML {
        DoorPage(
            title: title,
            main: EmptyState(drawing: .lost, title: lead, words: words, action: #"<a class=button href="/">Go to Today</a>"#).html
        ).html(in: frame)
    }

    private var title: String {
        switch self {
        case .notFound: "Nothing here"
        case .forbidden, .expired, .refused: "That didn't go through"
        case .tooMany: "One moment"
        case .tooLarge: "That is too large"
        case .failed: "Something broke"
        case .unavailable: "Can't reach home"
        }
    }

    private var lead: String {
        switch self {
        case .notFound: "This page doesn't exist, or isn't yours to see"
        case .forbidden: "This came from somewhere else"
        case .expired: "The page was open for too long"
        case .refused: "Nothing was changed"
        case .tooMany: "That was a lot at once"
        case .tooLarge: "Nothing was lost"
        case .failed: "Nothing you typed was saved"
        case .unavailable: "Nothing was lost"
        }
    }

    private var words: String {
        switch self {
        case .notFound: "A link can outlive what it points to. Start again from Today."
        case .forbidden: "For your safety we only take forms from our own pages. Open the page again and send it from there."
        case .expired: "Go back, load the page again and send it once more."
        case .refused(let words): words
        case .tooMany(let seconds): "Try again in \(count(seconds, "second", "seconds"))."
        case .tooLarge(let words): words
        case .failed(let reference): "It is our fault, not yours. Try again; if it goes on, tell whoever runs this server the number \(reference)."
        case .unavailable: "The server is busy or starting. Try again in a moment."
        }
    }
}
