import Secrets

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
            "Preferences": .object(.always("mailNotices", .boolean.describing("Whether notices come by mail too."))),
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
                "changePreferences", "PATCH", "/preferences", "Change what the account prefers", body: .json([.optional("mailNotices", .boolean)]),
                .json("The preferences.", .component("Preferences"))),
        ])
}
