/// A picture and the next step, where there is nothing yet.
struct EmptyState: Sendable {
    enum Drawing: Sendable { case shelf, tag, newsletter, quiet, lost }

    var drawing: Drawing
    var title: String
    var words: String
    var action: HTML?

    var html: HTML {
        """
        <section class="card empty">\(drawing.html)<h2>\(title)</h2><p class=quiet>\(words)</p>\(action)</section>
        """
    }
}

extension EmptyState.Drawing {
    var html: HTML {
        #"<svg class=drawn viewBox="0 0 240 110" aria-hidden=true>\#(lines)</svg>"#
    }

    private var lines: HTML {
        switch self {
        case .shelf:
            #"<path class=shelf d="M20 88h200"/><path d="M38 88v14M202 88v14"/><path class=dash d="M62 52h34v34H62zM106 62h24v24h-24zM140 40h40v46h-40z"/>"#
        case .tag:
            #"<path class=soft d="M96 16h36l18 18v66H78V34z"/><circle cx=114 cy=32 r=5 /><path d="M114 27C118 8 138 6 150 14"/><path class=dash d="M92 62h44M92 78h28"/>"#
        case .newsletter:
            #"<path class=soft d="M84 10h60l14 14v78H84z"/><path d="M144 10v14h14M98 34h34M98 46h46M98 58h40"/><path class=gold d="M98 72h32v14H98z"/><path d="M66 26V10h16M174 86v16h-16"/>"#
        case .quiet:
            #"<path class=shelf d="M30 92h180"/><path class=soft d="M60 92V60h28v32zM152 92V48h30v44z"/><path d="M74 60V46M167 48V34M74 46c-5-4-3-9 0-13 3 4 5 9 0 13zM167 34c-5-4-3-9 0-13 3 4 5 9 0 13z"/><path class=gold d="M108 92V72h24v20zM120 72c-10-1-11-8-7-8s5 4 7 8c2-4 3-8 7-8s3 7-7 8z"/>"#
        case .lost:
            #"<path class=shelf d="M24 92h192"/><path class=soft d="M92 92V52h56v40z"/><path d="M92 52 78 36M148 52l14-16M92 52h56M120 52v40"/><path class=dash d="M120 40c0-14 20-12 16-24"/>"#
        }
    }
}

/// One thing to tell: a line with an icon, words and what to do about it.
struct NoticeCard: Sendable {
    enum Tone: String, Sendable { case plain = "", warn = " warn", good = " well" }

    var tone: Tone = .plain
    var icon: Icon = .bell
    /// The part in bold.
    var lead: String
    var words: String = ""
    var link: String?
    /// "today, 14:05"
    var when: String?
    var action: HTML?

    var html: HTML {
        let bold: HTML = "<b\(attribute: "class", emphasis)>\(self.lead)</b>"
        let lead: HTML = link.map { #"<a href="\#($0)">\#(bold)</a>"# } ?? bold
        return #"<li class="card notice\#(tone.rawValue)">\#(icon.html())<p>\#(lead) \#(words)\#(when.map { "<br><span class=\"quiet small\">\($0)</span>" as HTML })</p>\#(action)</li>"#
    }

    private var emphasis: String? {
        switch tone {
        case .plain: nil
        case .warn: "over"
        case .good: "good"
        }
    }
}

/// A card that opens. Without scripts it is the browser's own.
func disclosure(_ label: String, class name: String? = "card", open: Bool = false, id: String? = nil, icon: Icon? = nil, _ inside: HTML) -> HTML {
    """
    <details\(attribute: "class", name)\(attribute: "id", id)\(" open", if: open)><summary>\(icon?.html())<span class=grow>\(label)</span>\
    \(chevron)</summary><div class=inside>\(inside)</div></details>
    """
}

let chevron: HTML = #"<svg class="icon small chevron" viewBox="0 0 24 24" aria-hidden=true><path d="m6 9.5 6 6 6-6"/></svg>"#
