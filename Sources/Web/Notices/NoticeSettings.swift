import Foundation
import Household

/// What somebody wants to be told, how and when.
struct NoticeSettings: Sendable {
    struct Thresholds: Sendable {
        /// Nil where the household's hold.
        var mine: [Int]?
        var household: [Int]
        /// The viewer sets those of the household.
        var isOrganiser = false
    }

    var byMail: Bool
    var timing = MailTiming()
    var ways: [Notice.Kind: NoticeWay] = [:]
    /// Nil for who sees no budgets.
    var thresholds: Thresholds?
    var sharing = SharingSettings()
    var entries = Entries.empty

    /// Kinds that are told of today, in the words of the page.
    static let kinds: [(kind: Notice.Kind, words: String)] = [(.budget, "Budgets"), (.reminder, "Days that come near")]

    func html(in frame: Frame) -> HTML {
        let told = frame.form("/notices/settings", """
            \(problemBanner(entries))\(thresholds.map { budgets($0) })\(Self.kinds.map { way($0.kind, $0.words) })\(mail)\
            <button class="button wide">Save</button>
            """)
        return "\(disclosure("What you are told", open: entries.hasErrors, id: "told", icon: .bell, told))\(sharing.html(in: frame))"
    }

    private func budgets(_ thresholds: Thresholds) -> HTML {
        let inherited = "As the household does (\(ThresholdChoice.words(thresholds.household)))"
        let mine = Field(
            "at", "Tell me of a budget", .choice(ThresholdChoice.offered(present: thresholds.mine, inherited: inherited)),
            value: ThresholdChoice(thresholds.mine).text)
        let all = Field(
            "everybody", "Tell the household of a budget", .choice(ThresholdChoice.offered(present: thresholds.household, inherited: nil)),
            hint: "Where an occasion or a person has no other wish.", value: ThresholdChoice(thresholds.household).text)
        return "\(mine.html(entries, scope: "told"))\(thresholds.isOrganiser ? all.html(entries, scope: "told") : nil)"
    }

    private func way(_ kind: Notice.Kind, _ words: String) -> HTML {
        Field(
            "way-\(kind.rawValue)", words, .choice([.init("mail", "Here and by mail"), .init("app", "Only here"), .init("none", "Not at all")]),
            value: (ways[kind] ?? .mail).rawValue
        ).html(entries, scope: "told")
    }

    private var mail: HTML {
        let mail = Field("mail", "By mail too", .choice([.init("yes", "Yes, send me mail"), .init("no", "No, only here")]), value: byMail ? "yes" : "no")
        let rhythm = Field("rhythm", "How often", .choice(Rhythm.choices), value: Rhythm(timing.rhythm).text)
        let at = Field("digest-at", "All in one, at", .time, hint: "Where each does not come at once.", value: Rhythm(timing.rhythm).time?.description ?? "18:00", required: false)
        let from = Field("quiet-from", "Quiet from", .time, hint: "Mail waits; here it is at once.", value: timing.quiet?.from.description, required: false)
        let to = Field("quiet-to", "Until", .time, hint: "By the household's clock.", value: timing.quiet?.to.description, required: false)
        return """
            \(mail.html(entries, scope: "told"))\(rhythm.html(entries, scope: "told"))\(at.html(entries, scope: "told"))\
            <div class=pair>\(from.html(entries, scope: "told"))\(to.html(entries, scope: "told"))</div>
            """
    }

    /// How often mail comes, as the choice of a form: "once", "day", or the number of a weekday.
    struct Rhythm: Sendable {
        var text: String
        var time: LocalTime?

        init(_ rhythm: MailRhythm) {
            switch rhythm {
            case .atOnce: text = "once"
            case .daily(let time): (text, self.time) = ("day", time)
            case .weekly(let weekday, let time): (text, self.time) = ("\(weekday.rawValue)", time)
            }
        }

        static let choices: [Field.Choice] = [.init("once", "Each at once"), .init("day", "All in one, once a day")]
            + Weekday.allCases.map { Field.Choice("\($0.rawValue)", "All in one, on \(String(describing: $0).capitalized)s") }

        /// Nil for what is none of the choices.
        static func read(_ text: String, at time: LocalTime) -> MailRhythm? {
            switch text {
            case "once": .atOnce
            case "day": .daily(at: time)
            default: Int(text).flatMap(Weekday.init(rawValue:)).map { .weekly(on: $0, at: time) }
            }
        }
    }
}
