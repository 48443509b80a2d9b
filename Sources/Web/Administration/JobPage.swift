import Household

/// One job.
struct JobPage: Sendable {
    var key: String
    var kind: String
    var state: ServerJob.State
    var facts: [(name: String, value: String)]
    var reason: String?

    private var path: String { "\(JobsPage.path)/\(key)" }

    func html(in frame: DoorFrame) -> HTML {
        ServerPage(title: kind, back: (JobsPage.path, "Jobs"), beside: state.mark, main: main(frame)).html(in: frame)
    }

    private func main(_ frame: DoorFrame) -> HTML {
        """
        <section class=card>\(reason.map { "<h2>Why</h2><p>\($0)</p>" as HTML })\
        <dl class=facts>\(facts.map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>" as HTML })</dl></section>\(actions(frame))
        """
    }

    private func actions(_ frame: DoorFrame) -> HTML? {
        switch state {
        case .dead: form("\(path)/retry", frame.csrf, "\(mainButton("Retry"))<p class=quiet>It gets all its attempts again, at once.</p>")
        case .waiting, .published, .running: #"<p><a class="button danger wide" href="\#(path)/burial">Bury</a></p>"#
        case .done: nil
        }
    }
}

/// The step before an open job is ended for good.
struct BurialPage: Sendable {
    var key: String
    var kind: String
    var isRunning: Bool
    var entries = Entries.empty

    /// Characters of the reason.
    var longestReason: Int

    func html(in frame: DoorFrame) -> HTML {
        ServerPage(title: "Bury \(kind)?", back: (path, "The job"), main: main(frame)).html(in: frame)
    }

    private var path: String { "\(JobsPage.path)/\(key)" }

    private func main(_ frame: DoorFrame) -> HTML {
        """
        <section class=card><p>\(isRunning ? "It runs at this moment: what it has not written yet is dropped. " : "")\
        It will not run any more, unless somebody retries it. What it was to do is left undone.</p>\(problemBanner(entries))\
        \(form("\(path)/burial", frame.csrf, """
            \(Field("reason", "Why?", hint: "Stays with the job. No names, please.", limit: longestReason).html(entries))\
            <div class=pair><button class="button danger wide">Bury it</button><a class="button wide" href="\(path)">Leave it</a></div>
            """))</section>
        """
    }
}
