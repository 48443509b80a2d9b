import Household

/// People, money, devices, safety.
struct HouseholdPage: Sendable {
    struct Member: Sendable {
        var key: String
        var face: Face
        var role: String
        var email: String?
        var isViewer: Bool
    }

    /// A link just made. It is shown once: only its hash is stored.
    struct NewInvitation: Sendable {
        var link: String
        /// "Tuesday 8 December 2026"
        var expires: String
        var mailedTo: String?
    }

    struct PendingInvitation: Sendable {
        var key: String
        var words: String
    }

    /// An occasion whose tables can be taken along.
    struct Table: Sendable {
        var key: String
        var name: String
    }

    struct Session: Sendable {
        var key: String
        /// "Chromium on Linux"
        var device: String
        var lastSeen: String
        var isCurrent: Bool
    }

    var viewerEmail: String
    var isOrganiser: Bool
    var mayInvite: Bool
    var members: [Member]
    var roles: [Field.Choice]
    /// The roles that this viewer may give to somebody new.
    var invitationRoles: [Field.Choice]
    var newInvitation: NewInvitation?
    var pending: [PendingInvitation] = []
    var sessions: [Session] = []
    var households: [Frame.Household] = []
    /// Chosen once: amounts of two currencies have no sum.
    var currency: Currency
    var zones: [Field.Choice]
    /// Name and zone as they are, or as they were refused.
    var settings: Entries
    var invitation = Entries.empty
    /// Nil where no files are offered.
    var tables: [Table]?

    func html(in frame: Frame) -> HTML {
        Page(title: "Household", tab: .household, main: main(frame)).html(in: frame)
    }

    private func main(_ frame: Frame) -> HTML {
        """
        \(newInvitation.map { shown($0) })<div class=two><div class=stack>\(people(frame))\(invite(frame))</div>\
        <div class=stack>\(isOrganiser ? disclosure("Name and time zone", open: settings.hasErrors, id: "settings", icon: .household, settingsForm(frame)) : nil)\
        \(copies(frame))\(others(frame))\(account(frame))</div></div>
        """
    }

    private func people(_ frame: Frame) -> HTML {
        "<section class=card><h2>People</h2><ul class=list>\(members.map { member($0, frame) })</ul></section>"
    }

    private func member(_ member: Member, _ frame: Frame) -> HTML {
        let role = roles.first { $0.value == member.role }?.label ?? member.role
        let line: HTML = """
            \(member.face.tag(.small))<span><span class=name dir=auto>\(member.face.name)\(member.isViewer ? " (you)" : "")</span><br>\
            <span class="quiet small">\([role, member.email].compactMap { $0 }.joined(separator: ", "))</span></span>
            """
        guard isOrganiser, !member.isViewer else { return "<li class=entry>\(line)</li>" }
        return """
            <li class=entry>\(line)\(disclosure("Change", class: nil, """
                \(frame.form("/members/\(member.key)", """
                    \(Field("role", "Role of \(member.face.name)", .choice(roles), value: member.role).html(scope: "m-\(member.key)"))\
                    <button class="button wide">Save the role</button>
                    """))\(frame.button("Remove from the household", "/members/\(member.key)/removal", class: "button danger wide", confirming: "Remove \(member.face.name) from the household"))
                """))</li>
            """
    }

    private func shown(_ invitation: NewInvitation) -> HTML {
        """
        <section class="card flash" role=status><h2>Your invitation is ready</h2>\
        <p>\(invitation.mailedTo.map { "It is on its way to \($0). You can also send" } ?? "Send") this link by chat. It works once, until \(invitation.expires), and is shown only now.</p>\
        <div class=field><label for=invitation-link>Link</label><input type=text id=invitation-link readonly value="\(invitation.link)" data-copy></div></section>
        """
    }

    private func invite(_ frame: Frame) -> HTML {
        guard mayInvite else { return HTML() }
        return """
            <section class=card><h2>Invite someone</h2>\(frame.form("/invitations", """
                \(problemBanner(invitation))\(Field("role", "As", .choice(invitationRoles), value: "adult").html(invitation, scope: "invite"))\
                \(Field("email", "E-mail address", .email, hint: "Leave it empty to get only a link.", required: false).html(invitation, scope: "invite"))\
                \(mainButton("Make an invitation"))
                """))\
            \(pending.isEmpty ? nil : "<h3>Not answered yet</h3><ul class=list>\(pending.map { waiting($0, frame) })</ul>")</section>
            """
    }

    private func waiting(_ invitation: PendingInvitation, _ frame: Frame) -> HTML {
        """
        <li class=row><span>\(invitation.words)</span>\(frame.button("Take back", "/invitations/\(invitation.key)/removal", class: "button chip", confirming: "Take back the invitation: \(invitation.words)"))</li>
        """
    }

    private func settingsForm(_ frame: Frame) -> HTML {
        frame.form("/settings", """
            \(problemBanner(settings))\(Field("name", "Name", limit: 80).html(settings, scope: "settings"))\
            \(Field("zone", "Time zone", .choice(zones)).html(settings, scope: "settings"))\
            <p class=quiet>All amounts are in \(currency.code).</p><button class="button wide">Save</button>
            """)
    }

    private func copies(_ frame: Frame) -> HTML {
        guard let tables else { return HTML() }
        let rows = tables.map { table -> HTML in
            let path = frame.path("/occasions/\(table.key)")
            return """
                <li class=row><span class=name dir=auto>\(table.name)</span><span><a class="button chip" href="\(path)/gifts.csv" \
                aria-label="Presents of \(table.name), as a table">Presents</a> <a class="button chip" href="\(path)/ledger.csv" \
                aria-label="Payments of \(table.name), as a table">Payments</a></span></li>
                """
        }
        return """
            <section class=card><h2>Take a copy</h2><p class=quiet>All that you may see of this household, for you alone: what the others plan for \
            you is not in it.</p><p><a class="button wide" href="\(frame.path("/copy.json"))">Everything in one file (JSON)</a></p>\
            \(rows.isEmpty ? nil : "<h3>Tables for a spreadsheet (CSV)</h3><ul class=list>\(rows)</ul>")</section>
            """
    }

    private func others(_ frame: Frame) -> HTML {
        let rows = households.map { household -> HTML in
            let isHere = household.key == frame.household.key
            return """
                <li><a class=row href="/h/\(household.key)"\(" aria-current=true", if: isHere)><span class=name>\(household.name)</span>\
                <span class=quiet>\(isHere ? "You are here" : "")</span></a></li>
                """
        }
        return """
            <section class=card><h2>Households</h2>\(rows.count > 1 ? "<ul class=list>\(rows)</ul>" : nil)\
            <p><a class=button href="/households">Make another</a></p></section>
            """
    }

    private func account(_ frame: Frame) -> HTML {
        let devices = sessions.map { session in
            """
            <li class=row><span>\(session.device)<br><span class="quiet small">\(session.isCurrent ? "This device" : session.lastSeen)</span></span>\
            \(session.isCurrent ? nil : button("Sign out", "/sessions/\(session.key)/removal", frame.csrf, class: "button chip", confirming: "Sign out \(session.device)"))</li>
            """ as HTML
        }
        return """
            <section class=card><h2>You</h2><p class=quiet>Signed in as \(viewerEmail)</p>\
            \(devices.isEmpty ? nil : "<h3>Signed in on</h3><ul class=list>\(devices)</ul>")\
            \(frame.administers ? "<h3>This server</h3><p><a class=button href=\"/administration/jobs\">Its jobs</a></p>" : nil)\
            <div class=pair>\(button("Sign out", "/signout", frame.csrf, class: "button wide"))\
            \(button("Sign out everywhere", "/signout/everywhere", frame.csrf, class: "button wide"))</div></section>
            """
    }
}
