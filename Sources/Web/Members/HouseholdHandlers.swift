import Household
import HTTPServer
import Secrets
import ServiceKit
import Store

extension Router<WebContext> {
    mutating func addHousehold() {
        page("/h/:household/household") { room, _ in try await HouseholdHandlers(room: room).show() }
        form("/h/:household/settings") { room, form, _ in try await HouseholdHandlers(room: room).settings(form) }
        form("/h/:household/members/:member") { room, form, path in try await HouseholdHandlers(room: room).change(try path.id("member"), form) }
        form("/h/:household/members/:member/removal") { room, _, path in try await HouseholdHandlers(room: room).remove(try path.id("member")) }
        form("/h/:household/invitations") { room, form, _ in try await HouseholdHandlers(room: room).invite(form) }
        form("/h/:household/invitations/:invitation/removal") { room, _, path in
            try await HouseholdHandlers(room: room).revoke(try path.id("invitation"))
        }
    }
}

/// People, invitations, settings and devices.
struct HouseholdHandlers: Sendable {
    let room: Room

    func show(settings: Entries? = nil, invitation: Entries = .empty) async throws -> HTTPResponse {
        let key = try room.visit.key
        let account = try await room.store.account(key)
        let sessions = try await room.store.sessions(key)
        let households = try await room.store.households(key)
        let open = room.role.mayInvite ? try await room.store.openInvitations(as: room.caller) : []
        let occasions = room.context.programs == nil ? nil : try await room.store.occasions(as: room.caller)
        let page = HouseholdPage(
            viewerEmail: account.email, isOrganiser: room.role.mayManageMembers, mayInvite: room.role.mayInvite,
            members: room.members.map { member in
                .init(
                    key: "\(member.id)", face: Face(name: member.name, paper: Paper(member.paper)), role: member.role.rawValue, email: nil,
                    isViewer: member.id == room.me)
            },
            roles: Choices.roles, invitationRoles: Choices.roles.filter { room.role == .organiser || $0.value != Role.organiser.rawValue },
            newInvitation: newInvitation(open),
            pending: open.map { .init(key: "\($0.id)", words: pendingWords($0)) },
            sessions: sessions.map { .init(key: "\($0.id)", device: $0.device.isEmpty ? "A browser" : $0.device, lastSeen: room.when($0.used), isCurrent: $0.isCurrent) },
            households: households.map { .init(key: "\($0.profile.id)", name: $0.profile.name) },
            currency: room.currency, zones: Choices.zones,
            settings: settings ?? Entries(values: ["name": room.household.name, "zone": room.zone.name]),
            invitation: invitation, tables: occasions.map { $0.map { .init(key: "\($0.occasion.id)", name: $0.occasion.name) } })
        return room.page(page.html(in: room.frame), status: settings == nil ? room.status(invitation) : 422)
    }

    /// The link is derived again for the one page after it was made.
    private func newInvitation(_ open: [Invitation]) -> HouseholdPage.NewInvitation? {
        guard case .invitation(let id) = room.visit.note, let invitation = open.first(where: { $0.id == id }) else { return nil }
        return .init(
            link: "\(room.context.origin)/join/\(token(id).text)", expires: room.zone.day(at: invitation.expires).spelledOut, mailedTo: invitation.email)
    }

    private func token(_ id: Invitation.ID) -> Token { room.context.linkSecret.token(purpose: "invitation", id: id.uuid) }

    private func pendingWords(_ invitation: Invitation) -> String {
        let words = [invitation.role.label, invitation.email ?? "by link", "until \(room.zone.day(at: invitation.expires).short)"].joined(separator: ", ")
        return switch invitation.mail?.state {
        case .bounced?: "\(words). The mail came back: \(invitation.mail?.detail ?? "")"
        case .unconfirmed?: "\(words). The mail may not have arrived."
        case .queued?, .sending?, .sent?, nil: words
        }
    }

    func settings(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let name = form.text("name", upTo: 80)
        guard let zone = Zone(form["zone"]) else { throw Problem.notFound }
        guard form.isSound else { return try await show(settings: form.entries) }
        try await room.store.changeHousehold(name: name, zone: zone, as: room.caller)
        return room.see("/household", saying: .saved)
    }

    func change(_ member: Member.ID, _ form: FormReader) async throws -> HTTPResponse {
        guard let role = Role(form["role"]) else { throw Problem.notFound }
        try await room.store.changeRole(of: member, to: role, as: room.caller)
        return room.see("/household", saying: .saved)
    }

    func remove(_ member: Member.ID) async throws -> HTTPResponse {
        try await room.store.removeMember(member, as: room.caller)
        return member == room.me ? room.visit.seeOther("/") : room.see("/household", saying: .removed)
    }

    func invite(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let email = form.optionalText("email", upTo: 254)
        var address: MailAddress?
        if let email {
            do throws(MailAddress.Refusal) { address = try MailAddress(parsing: email) } catch { form.refuse("email", error.message) }
        }
        guard let role = Role(form["role"]) else { throw Problem.notFound }
        guard form.isSound else { return try await show(invitation: form.entries) }
        let id = Invitation.ID(.v7())
        do {
            _ = try await room.store.invite(id, tokenHash: token(id).hash, email: address?.description, role: role, as: room.caller)
        } catch StoreError.conflict(_, let detail) {
            form.refuseAll(detail)
            return try await show(invitation: form.entries)
        }
        return room.visit.seeOther(room.frame.path("/household"), saying: .invitation(id))
    }

    func revoke(_ invitation: Invitation.ID) async throws -> HTTPResponse {
        try await room.store.revokeInvitation(invitation, as: room.caller)
        return room.see("/household", saying: .removed)
    }
}
