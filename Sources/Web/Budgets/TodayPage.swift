import Household

/// An occasion as far as it counts down.
struct OccasionCountdown: Sendable {
    var name: String
    var days: Int
    /// The day it falls on.
    var day: Day

    /// The one big number, or a word on the day and the day before.
    var big: String {
        switch days {
        case 0: "Today"
        case 1: "Tomorrow"
        case ..<0: "Over"
        default: "\(days)"
        }
    }

    /// What stands beside the big number: "days to Christmas".
    var lead: String {
        switch days {
        case 0, 1: name
        case ..<0: "\(name) was \(count(-days, "day", "days")) ago"
        default: "days to \(name)"
        }
    }

    var isWord: Bool { days < 2 }
}

/// One person's part of an occasion, as this viewer may see it.
struct RecipientCard: Sendable {
    var key: String
    var face: Face
    var tally: Tally
    /// This is the viewer: nothing of theirs is shown, and the card never varies.
    var isViewer = false
    /// The viewer wants to be surprised by what it is given; the card never varies either.
    var isSurprise = false

    func html(in frame: Frame) -> HTML {
        let words: HTML =
            isViewer
            ? "<p class=quiet>\(isSurprise ? "A surprise for you too" : "Your own page keeps its secrets")</p>"
            : """
                \(tally.ribbon())<p class=line><span>\(tally.gifts == 0 ? "Nothing yet" : "\(tally.bought) of \(tally.gifts) bought")</span>\(tally.words)</p>
                """
        return """
            <a class="card person" href="\(frame.path("/gifts/\(key)"))">\(face.tag())<span class=snug><h3 class=name dir=auto>\(face.name)</h3>\(words)</span></a>
            """
    }
}

/// A gift still to buy, wherever it is listed.
struct NextGift: Sendable {
    var key: String
    var recipientKey: String
    var face: Face
    var name: String
    var estimate: Money?
}

/// What needs me, how far are we, how long left.
struct TodayPage: Sendable {
    struct Occasion: Sendable {
        var countdown: OccasionCountdown
        var toBuy: Int
        var pile: Pile
        var people: [RecipientCard]
        var next: [NextGift]
        var pace: PaceChart?
    }

    struct Upcoming: Sendable {
        var key: String
        var title: String
        var day: Day
        var time: LocalTime?
        var place: String?
    }

    var today: Day
    var occasion: Occasion?
    var notices: [NoticeCard] = []
    var upcoming: [Upcoming] = []
    /// Scans waiting to be checked.
    var toCheck = 0

    func html(in frame: Frame) -> HTML {
        Page(title: "Today", tab: .today, main: main(frame)).html(in: frame)
    }

    private func main(_ frame: Frame) -> HTML {
        let cards = noticeCards(frame)
        return """
            \(occasion.map { hero($0, frame) } ?? firstSteps(frame))\
            \(cards.isEmpty ? nil : "<ul class=snug aria-label=Notices>\(cards.map(\.html))</ul>")\
            <div class="two side">\(occasion.map { people($0, frame) } ?? nothing)\(side(frame))</div>
            """
    }

    private var nothing: HTML { HTML() }

    private func noticeCards(_ frame: Frame) -> [NoticeCard] {
        let scans = NoticeCard(
            tone: .good, icon: .scan, lead: "\(count(toCheck, "photo is", "photos are")) ready to check.", words: "Nothing is added before you say so.",
            link: frame.path("/scan"))
        return (toCheck > 0 ? [scans] : []) + notices
    }

    private func hero(_ occasion: Occasion, _ frame: Frame) -> HTML {
        let countdown = occasion.countdown
        let words = occasion.toBuy == 0 ? (occasion.pile.parcels.isEmpty ? "No gifts planned yet." : "Every gift is bought.") : "\(count(occasion.toBuy, "gift", "gifts")) to buy."
        return """
            <section class="hero\(" bare", if: occasion.pile.parcels.isEmpty)"><div class=count><span class="big\(" word", if: countdown.isWord)">\(countdown.big)</span>\
            <div><h2>\(countdown.lead)</h2><p>\(words) \(countdown.day.short)</p></div></div>\
            \(occasion.pile.parcels.isEmpty ? nil : occasion.pile.html)</section>
            """
    }

    private func firstSteps(_ frame: Frame) -> HTML {
        """
        \(EmptyState(
            drawing: .shelf, title: "An empty shelf", words: "Say what you are giving for, and the countdown starts here.",
            action: #"<a class="button main" href="\#(frame.path("/gifts"))">Plan an occasion</a>"#
        ).html)<ul class=snug>\(NoticeCard(icon: .camera, lead: "Photograph a school flyer", words: "The date goes into the family calendar.", link: frame.path("/scan")).html)\
        \(NoticeCard(icon: .person, lead: "Invite someone", words: "Budgets are easier with two.", link: frame.path("/household")).html)</ul>
        """
    }

    private func people(_ occasion: Occasion, _ frame: Frame) -> HTML {
        guard !occasion.people.isEmpty else {
            return EmptyState(
                drawing: .tag, title: "Who are you giving to?", words: "Add the first person, with or without a budget.",
                action: #"<a class="button main" href="\#(frame.path("/gifts"))">Add a person</a>"#
            ).html
        }
        return "<section class=snug aria-label=People>\(occasion.people.map { $0.html(in: frame) })</section>"
    }

    private func side(_ frame: Frame) -> HTML {
        let gifts = occasion?.next ?? []
        let pace = occasion?.pace?.html
        guard !gifts.isEmpty || !upcoming.isEmpty || pace != nil else { return HTML() }
        return """
            <div class=stack>\(gifts.isEmpty ? nil : """
                <section class=card><h2>Next to buy</h2><ul class=list>\(gifts.map { gift($0, frame) })</ul></section>
                """)\(upcoming.isEmpty ? nil : """
                <section class=card><h2>Coming up</h2><ul class=list>\(upcoming.map { event($0, frame) })</ul></section>
                """)\(pace)</div>
            """
    }

    private func gift(_ gift: NextGift, _ frame: Frame) -> HTML {
        """
        <li><a class=entry href="\(frame.path("/gifts/\(gift.recipientKey)#gift-\(gift.key)"))">\(gift.face.tag(.small))\
        <span><span class=name dir=auto>\(gift.name)</span><br><span class="quiet small">for \(gift.face.name)</span></span>\(gift.estimate.map { "\($0)" as HTML })</a></li>
        """
    }

    private func event(_ event: Upcoming, _ frame: Frame) -> HTML {
        """
        <li><a class=entry href="\(frame.path("/calendar/\(event.key)"))">\(leaf(event.day))<span><span class=name dir=auto>\(event.title)</span><br>\
        <span class="quiet small">\([event.day.relative(to: today), event.time?.description, event.place].compactMap { $0 }.joined(separator: ", "))</span></span></a></li>
        """
    }
}
