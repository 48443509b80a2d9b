/// The wrapping paper of a person: one of 8 colour pairs and one of 6 motifs, so that 48 people of a
/// household can be told apart. It is a sign beside a name, never the only one.
struct Paper: Hashable, Sendable {
    static let count = 48

    /// 0 to 47. Numbers given out in order differ in colour first, then in motif.
    let number: Int

    init(_ number: Int) { self.number = ((number % Self.count) + Self.count) % Self.count }

    var ground: String { Self.pairs[number % 8].ground }
    private var figure: String { Self.pairs[number % 8].figure }

    /// Two papers of one colour never have the same motif.
    private var motif: Int { (number % 8 + number / 8) % 6 }

    /// The paint to fill with. The markup that uses it must be `defining(pattern)`.
    var fill: String { "url(#paper-\(number))" }

    var pattern: HTML {
        """
        <pattern id="paper-\(number)" width=12 height=12 patternUnits=userSpaceOnUse\(" patternTransform=rotate(45)", if: motif == 1)>\
        <path fill="\(ground)" d="M0 0h12v12H0z"/>\(drawing)</pattern>
        """
    }

    private var drawing: HTML {
        switch motif {
        case 0: #"<g fill="\#(figure)"><circle cx=3 cy=3 r=2.1 /><circle cx=9 cy=9 r=2.1 /></g>"#
        case 1: #"<path fill="\#(figure)" d="M0 0h4v12H0z"/>"#
        case 2: #"<path fill=none stroke="\#(figure)" stroke-width=2 d="M-6 2l6 5 6-5 6 5 6-5"/>"#
        case 3: #"<path fill="\#(figure)" d="M6 1q.7 4.3 5 5-4.3.7-5 5-.7-4.3-5-5 4.3-.7 5-5z"/>"#
        case 4: #"<path fill="\#(figure)" fill-opacity=.55 d="M0 0h6v12h6V6H0z"/>"#
        default: #"<path fill=none stroke="\#(figure)" stroke-width=1.6 d="M0 0a6 6 0 0 0 12 0M-6 6a6 6 0 0 0 12 0 6 6 0 0 0 12 0"/>"#
        }
    }

    /// None is the hero's own indigo; white on each ground has a contrast of at least 4.9.
    private static let pairs: [(ground: String, figure: String)] = [
        ("#6b2fa0", "#ffb3e0"), ("#0a6a4e", "#b9f3d6"), ("#b8430b", "#ffdfb8"), ("#0b6478", "#a9ecf5"),
        ("#b0285f", "#ffd0de"), ("#5b6410", "#e9f0a8"), ("#2450b8", "#bcd0ff"), ("#70402b", "#f6d2b4"),
    ]
}

/// Someone as pages show them: a name and a paper.
struct Face: Hashable, Sendable {
    var name: String
    var paper: Paper

    enum Size: String { case small = " small", usual = "", large = " large" }

    /// The tag. Hidden from readers' software, since the name always stands beside it.
    func tag(_ size: Size = .usual) -> HTML {
        let initial = name.first { $0.isLetter || $0.isNumber }.map { String($0).uppercased() } ?? "?"
        let markup: HTML = """
            <svg class="tag\(size.rawValue)" viewBox="0 0 56 68" aria-hidden=true>\
            <path fill="\(paper.fill)" d="M15 0h26l15 15v53H0V15z"/><circle class=hole cx=28 cy=11 r=4.5 />\
            <rect x=10 y=27 width=36 height=32 rx=7 fill="#fff"/><text x=28 y=51 fill="\(paper.ground)">\(initial)</text></svg>
            """
        return markup.defining(paper.pattern)
    }
}
