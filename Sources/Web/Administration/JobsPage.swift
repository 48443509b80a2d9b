import Household

/// How the server's work goes: what is dead and waits for a decision, then each queue, then what is open.
struct JobsPage: Sendable {
    /// "14:05:12"
    var asOf: String
    var queues: [QueueFigures]
    /// The newest of them.
    var dead: [JobRow]
    var open: [JobRow]

    static let path = "/administration/jobs"

    private var deadCount: Int { queues.reduce(0) { $0 + $1.dead } }

    func html(in frame: DoorFrame) -> HTML {
        ServerPage(title: "Jobs", back: ("/", "Today"), beside: again, main: main(frame)).html(in: frame)
    }

    private var again: HTML { #"<span class="quiet small">As of \#(asOf). <a href="\#(Self.path)">Look again</a></span>"# }

    private func main(_ frame: DoorFrame) -> HTML {
        guard !queues.isEmpty else {
            return EmptyState(
                drawing: .quiet, title: "All quiet", words: "Nothing waits, nothing died, and nothing was done within the last hour.",
                action: JobListPage.choices(nil)
            ).html
        }
        return """
            \(graveyard(frame))<div class=two>\(queues.map { QueueCard(figures: $0).html })</div>\
            <section class=card><h2>Open</h2>\(open.isEmpty ? "<p class=quiet>Nothing waits and nothing runs.</p>" : list(open, frame))\
            </section><section class=snug><h2>Look through all</h2>\(JobListPage.choices(nil))\
            <p class="quiet small">\(Self.discretion)</p></section>
            """
    }

    private static let discretion = """
        Work that could tell of presents is not shown for households that you are a member of. Whoever runs the machine sees \
        all of it with mantel jobs.
        """

    private func graveyard(_ frame: DoorFrame) -> HTML? {
        guard !dead.isEmpty else { return nil }
        return """
            <section class=card><div class=line><h2>Dead</h2><span class=over>\(count(deadCount, "job needs", "jobs need")) a decision</span></div>\
            <p class=quiet>They used up their attempts or were buried. They stay until they are tried again or grow old.</p>\(list(dead, frame))\
            \(deadCount > dead.count ? #"<p><a href="\#(Self.path)?state=dead">All \#(deadCount) dead jobs</a></p>"# : nil)</section>
            """
    }

    private func list(_ rows: [JobRow], _ frame: DoorFrame) -> HTML { "<ul class=list>\(rows.map { $0.html(frame.csrf) })</ul>" }
}

/// One queue: how much it holds now, and how the last hour went.
struct QueueCard: Sendable {
    var figures: QueueFigures

    var html: HTML {
        """
        <section class="card queue"><div class=line><h2><a href="\(JobsPage.path)?queue=\(figures.queue)">\(figures.queue)</a></h2>\(verdict)</div>\
        <dl class=figures>\(number("Due", figures.due))\(number("Later", figures.later))\(number("Handed over", figures.handedOver))\
        \(number("Running", figures.running))\(number("Dead", figures.dead, isBad: true))\
        \(figure("Oldest", figures.oldestAge > 0 ? lengthWords(figures.oldestAge) : nil))</dl>\
        <h3>The last hour</h3><dl class=figures>\(number("Done", figures.done))\(number("Died", figures.died, isBad: true))\
        \(number("Attempts", figures.attempts))\(figure("Median run", figures.medianRun.map(lengthWords)))\
        \(figure("Slowest run", figures.slowestRun.map(lengthWords)))</dl></section>
        """
    }

    /// After this many seconds in the queue somebody is waiting for something.
    private static let patience = 60.0

    private var verdict: HTML {
        if figures.dead > 0 { return "<span class=\"state over\">\(count(figures.dead, "dead job", "dead jobs"))</span>" }
        if figures.oldestAge > Self.patience { return "<span class=\"state over\">Behind by \(lengthWords(figures.oldestAge))</span>" }
        return "<span class=\"state good\">Keeps up</span>"
    }

    private func number(_ label: String, _ number: Int, isBad: Bool = false) -> HTML {
        figure(label, "\(number)", class: number == 0 ? "none" : isBad ? "over" : nil)
    }

    private func figure(_ label: String, _ value: String?, class name: String? = nil) -> HTML {
        "<div\(attribute: "class", value == nil ? "none" : name)><dt>\(label)</dt><dd>\(value ?? "–")</dd></div>"
    }
}
