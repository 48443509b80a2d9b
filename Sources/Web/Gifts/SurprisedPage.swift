import Household

/// The page of a recipient for somebody who wants to be surprised by what it is given. It takes nothing that depends on
/// what is planned, so that it can tell nothing.
struct SurprisedPage: Sendable {
    /// As it is in paths.
    var key: String
    var face: Face

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Gifts for \(face.name)", tab: .gifts, back: (rest: "/gifts", label: "Gifts"), beside: face.tag(),
            main: """
                \(EmptyState(
                    drawing: .quiet, title: "A surprise for you too",
                    words: "You asked not to be told what \(face.name) is given. Your totals leave it out."
                ).html)\
                \(frame.button("Show me after all", "/gifts/\(key)/telling", class: "button wide", confirming: "Show me what is planned for \(face.name)"))
                """
        ).html(in: frame)
    }
}
