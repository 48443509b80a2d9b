import Household

/// Jobs by state, queue and kind, newest first.
struct JobListPage: Sendable {
    /// What is chosen; nil is any.
    struct Choice: Sendable {
        var state: ServerJob.State?
        var queue: String?
        var kind: String?

        /// "?state=dead&queue=ocr"
        var query: String {
            let pairs = [("state", state?.rawValue), ("queue", queue), ("kind", kind)].compactMap { name, value in
                value.map { "\(name)=\($0.queryEncoded)" }
            }
            return "?" + (pairs.isEmpty ? ["state="] : pairs).joined(separator: "&")
        }
    }

    var choice: Choice
    var jobs: [JobRow]
    /// The cursor of the page after this one.
    var older: String?

    func html(in frame: DoorFrame) -> HTML {
        ServerPage(title: title, back: (JobsPage.path, "Jobs"), main: main(frame)).html(in: frame)
    }

    private var title: String { choice.state.map { "\($0.words) jobs" } ?? "All jobs" }

    private func main(_ frame: DoorFrame) -> HTML {
        """
        \(Self.choices(choice))\(narrowed)\
        \(jobs.isEmpty ? EmptyState(drawing: .quiet, title: "None", words: "There is no such job.").html
            : "<section class=card><ul class=list>\(jobs.map { $0.html(frame.csrf) })</ul></section>")\
        \(older.map { #"<a class="button wide" href="\#(JobsPage.path)\#(choice.query)&amp;before=\#($0)">Older</a>"# as HTML })
        """
    }

    /// What narrows the list beside the state, each to be taken off.
    private var narrowed: HTML? {
        let parts = [("queue", choice.queue, \Choice.queue), ("kind", choice.kind, \Choice.kind)].compactMap { name, value, part in
            value.map { value -> HTML in
                var without = choice
                without[keyPath: part] = nil
                return #"<span>Only the \#(name) <b>\#(value)</b>. <a href="\#(JobsPage.path)\#(without.query)">Any \#(name)</a></span>"#
            }
        }
        return parts.isEmpty ? nil : "<p class=row>\(parts)</p>"
    }

    /// Links to each state; the one that is looked at is marked.
    static func choices(_ chosen: Choice?) -> HTML {
        let states: [ServerJob.State?] = [nil] + ServerJob.State.allCases
        let links = states.map { state -> HTML in
            var choice = chosen ?? Choice()
            choice.state = state
            let isHere = chosen != nil && chosen?.state == state
            return #"<a class="button chip" href="\#(JobsPage.path)\#(choice.query)"\#(" aria-current=true", if: isHere)>\#(state?.words ?? "All")</a>"#
        }
        return "<nav class=chips aria-label=States>\(links)</nav>"
    }
}
