/// Sign in. The words never tell whether an address is known.
struct SignInPage: Sendable {
    /// Where to go afterwards; a path of ours, or empty.
    var next = ""
    var entries = Entries.empty

    func html(in frame: DoorFrame) -> HTML {
        DoorPage(
            title: "Welcome back",
            main: """
                <section class=card>\(problemBanner(entries))\(form("/signin", frame.csrf, """
                    \(nextField(next))\(Field("email", "E-mail address", .email, autocomplete: "username").html(entries))\
                    \(Field("password", "Password", .password, autocomplete: "current-password", limit: 1024).html(entries))\(mainButton("Sign in"))
                    """))</section><p class=quiet>New here? <a href="/signup\(query(next))">Make an account</a></p>
                """
        ).html(in: frame)
    }
}

/// Make an account.
struct SignUpPage: Sendable {
    var next = ""
    var entries = Entries.empty

    func html(in frame: DoorFrame) -> HTML {
        DoorPage(
            title: "Make an account",
            main: """
                <section class=card>\(problemBanner(entries))\(form("/signup", frame.csrf, """
                    \(nextField(next))\(Field("name", "Your name", hint: "As your family calls you.", autocomplete: "name", limit: 80).html(entries))\
                    \(Field("email", "E-mail address", .email, autocomplete: "username").html(entries))\
                    \(Field("password", "Password", .password, hint: "At least 8 characters. Three or four words make a good one.", autocomplete: "new-password", limit: 1024).html(entries))\
                    \(mainButton("Make my account"))
                    """))</section><p class=quiet>Have one already? <a href="/signin\(query(next))">Sign in</a></p>
                """
        ).html(in: frame)
    }
}

/// The first step of someone without a household.
struct NewHouseholdPage: Sendable {
    var viewerName: String
    /// Nil on the first run; otherwise the household to go back to.
    var back: String?
    var currencies: [Field.Choice]
    var zones: [Field.Choice]
    var entries = Entries.empty

    func html(in frame: DoorFrame) -> HTML {
        DoorPage(
            title: back == nil ? "Hello \(viewerName)" : "Another household",
            main: """
                <p class=quiet>A household shares one gift budget and one calendar. You can be in several.</p>\
                <section class=card>\(problemBanner(entries))\(form("/households", frame.csrf, """
                    \(Field("name", "What do you call yourselves?", hint: "The Byrnes, for example.", limit: 80).html(entries))\
                    <div class=pair>\(Field("currency", "Currency", .choice(currencies)).html(entries))\
                    \(Field("zone", "Time zone", .choice(zones)).html(entries))</div>\(mainButton("Make our household"))
                    """))</section>\
                \(back.map { #"<p><a href="\#($0)">Back</a></p>"# as HTML })\
                <p class=quiet>Were you invited? Open the link you were sent.</p>
                """
        ).html(in: frame)
    }
}

/// An invitation. Looking at it accepts nothing: only the button does.
struct JoinPage: Sendable {
    enum Viewer: Sendable {
        case signedIn(name: String)
        case signedOut
        case member(householdPath: String)
    }

    var householdName: String
    var invitedBy: Face
    var roleWords: String
    /// "/join/TOKEN"
    var path: String
    var viewer: Viewer

    func html(in frame: DoorFrame) -> HTML {
        DoorPage(
            title: "Join \(householdName)",
            main: """
                <section class=card><div class="row start">\(invitedBy.tag(.large))<p><b>\(invitedBy.name)</b> invites you<br>\
                <span class=quiet>\(roleWords)</span></p></div>\(action(frame))</section>
                """
        ).html(in: frame)
    }

    private func action(_ frame: DoorFrame) -> HTML {
        switch viewer {
        case .signedIn(let name):
            form(path, frame.csrf, "\(mainButton("Join \(householdName)"))<p class=quiet>You are signed in as \(name).</p>")
        case .signedOut:
            """
            <a class="button main wide" href="/signup\(query(path))">Make an account and join</a>\
            <a class="button wide" href="/signin\(query(path))">I have an account</a>
            """
        case .member(let householdPath):
            #"<p>You are a member already.</p><a class="button main wide" href="\#(householdPath)">Go to \#(householdName)</a>"#
        }
    }
}

/// An invitation that no longer holds, or never did: one page, so that guessing learns nothing.
struct JoinExpiredPage: Sendable {
    func html(in frame: DoorFrame) -> HTML {
        DoorPage(
            title: "This invitation has ended",
            main: EmptyState(
                drawing: .lost, title: "Ask for a new one",
                words: "Invitations work once and end after two weeks. Whoever sent it can make another on their Household page.",
                action: #"<a class=button href="/">Go to the start</a>"#
            ).html
        ).html(in: frame)
    }
}

private func nextField(_ next: String) -> HTML? {
    next.isEmpty ? nil : #"<input type=hidden name=next value="\#(next)">"#
}

private func query(_ next: String) -> String { next.isEmpty ? "" : "?next=\(next.queryEncoded)" }

extension String {
    /// For one value of a query.
    var queryEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
