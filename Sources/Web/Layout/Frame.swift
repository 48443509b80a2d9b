/// What is around every page of a household.
struct Frame: Sendable {
    /// A household as the switcher and the links know it; `key` as it is printed in paths.
    struct Household: Sendable {
        var key: String
        var name: String
    }

    var assets: AssetPaths
    var csrf: CSRFToken
    var household: Household
    /// Notices not read yet.
    var unread = 0
    /// The viewer administers this server.
    var administers = false
    var flash: Flash?
    var once = OnceStamp()
    var theme: Theme = .system
    /// Where news arrives; nil leaves the page to its own polling.
    var stream: String?

    /// The address of a page of this household: `frame.path("/gifts")`.
    func path(_ rest: String) -> String { "/h/\(household.key)\(rest)" }

    func form(_ rest: String, class name: String? = "fields", multipart: Bool = false, _ content: HTML) -> HTML {
        Web.form(path(rest), csrf, class: name, multipart: multipart, content)
    }

    func button(_ label: String, _ rest: String, class name: String = "button", confirming description: String? = nil) -> HTML {
        Web.button(label, path(rest), csrf, class: name, confirming: description)
    }
}

/// What is around the pages of someone who is not (yet) in a household.
struct DoorFrame: Sendable {
    var assets: AssetPaths
    var csrf: CSRFToken
    var flash: Flash?
    var theme: Theme = .system
}

/// One thing said once, after an action.
struct Flash: Sendable {
    var words: String
    var isProblem = false

    var html: HTML {
        #"<p class="card flash\#(" bad", if: isProblem)"\#(" role=alert", if: isProblem)\#(" role=status", if: !isProblem)>\#(words)</p>"#
    }
}

enum Theme: String, Sendable, CaseIterable {
    case system, light, dark
}

/// The places of the bottom bar, which is a rail on wide screens.
enum Tab: String, CaseIterable, Sendable {
    case today, gifts, scan, calendar, household

    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    var rest: String { self == .today ? "" : "/\(rawValue)" }

    var icon: Icon {
        switch self {
        case .today: .today
        case .gifts: .gifts
        case .scan: .scan
        case .calendar: .calendar
        case .household: .household
        }
    }
}
