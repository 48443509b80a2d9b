import Household
import Secrets
import Store

extension Description {
    static let accounts = Description(
        tag: "Accounts",
        components: [
            "Account": .object(
                .always("id", .id), .always("email", .text(format: "email")), .always("name", .text),
                .always("locale", .text.describing("A language tag such as en-GB.")), .always("zone", .zone)),
            "Session": .object(
                .always("token", .text.describing("For Authorization: Bearer. It is shown this once.")), .always("account", .component("Account")),
                .always("expires", .moment)),
            "CurrentSession": .object(.always("account", .component("Account"))),
            "Preferences": .object(
                .always("mailNotices", .boolean.describing("Whether notices come by mail too.")),
                .always("quiet", quiet.orNull.describing("No mail comes then, by the clock of the household; it comes at the end. In the app it is at once.")),
                .always("digest", digest.orNull.describing("One mail of all that is new, each day or on that weekday; null: each at once.")),
                .always("ways", .object(Notice.Kind.chosen.map { .always($0.rawValue, way) }).describing("How each kind of notice is told."))),
            "Sharing": .object(
                .always("mailbox", .list(of: .id).describing("Members who read the caller's mailbox: what could tell one of them a secret is not mailed there.")),
                .always("device", .list(of: .id).describing("Members who use the device of this session: what is secret from one of them is not shown on it."))),
        ],
        operations: [
            Operation(
                "signUp", "POST", "/accounts", "Make an account",
                body: .json([
                    .always("email", .text(3...254, format: "email")), .always("password", .text(1...PasswordRule.maximumByteCount).describing("At least 8 characters.")),
                    .always("name", .text(1...200)), .optional("locale", .text(2...35)), .optional("zone", .zone),
                ]),
                .json(201, "Made. An address that has an account already is answered alike; its owner keeps theirs.", .component("Account")),
                faults: [.tooManyAttempts], needsSession: false),
            Operation(
                "signIn", "POST", "/sessions", "Open a session",
                body: .json([.always("email", .text(1...254)), .always("password", .text(1...PasswordRule.maximumByteCount))]),
                .json(201, "Opened.", .component("Session")), faults: [.wrongCredentials, .tooManyAttempts], needsSession: false),
            Operation("showSession", "GET", "/sessions/current", "Whose session this is", .json("The account.", .component("CurrentSession"))),
            Operation("signOut", "DELETE", "/sessions/current", "End this session", .done),
            Operation("signOutEverywhere", "DELETE", "/sessions", "End every session of the account", .done),
            Operation("showPreferences", "GET", "/preferences", "What the account prefers", .json("The preferences.", .component("Preferences"))),
            Operation(
                "changePreferences", "PATCH", "/preferences", "Change what the account prefers",
                body: .json([
                    .optional("mailNotices", .boolean), .optional("quiet", quiet), .optional("digest", digest),
                    .optional("ways", .object(Notice.Kind.chosen.map { .optional($0.rawValue, way) })),
                ]),
                .json("The preferences.", .component("Preferences"))),
            Operation(
                "showSharing", "GET", household + "/sharing", "With whom the caller shares a mailbox or this device", .json("The members.", .component("Sharing"))),
            Operation(
                "changeSharing", "PATCH", household + "/sharing", "Say with whom the caller shares a mailbox or this device",
                body: .json([
                    .optional("mailbox", .list(of: .id, atMost: Sharing.largestList)),
                    .optional("device", .list(of: .id, atMost: Sharing.largestList).describing("It only grows: it ends with the session.")),
                ]),
                .json("The members.", .component("Sharing")), faults: [.forbidden]),
        ])

    private static let clock = Schema.text.describing("A time of day such as 18:30.")
    private static let quiet = Schema.object(.always("from", clock), .always("to", clock))
    private static let digest = Schema.object(.always("at", clock), .optional("weekday", .integer(1...7).describing("1 is Monday.")))
    private static let way = Schema.word(of: NoticeWay.self)
}
