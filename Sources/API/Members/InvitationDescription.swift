import Household

extension Description {
    static let invitations = Description(
        tag: "Invitations",
        components: [
            "Invitation": .object(
                .always("id", .id), .always("email", .text(format: "email").orNull), .always("role", role), .always("expires", .moment),
                .always("mail", .component("InvitationMail").orNull.describing("Null where there is no address.")),
                .sometimes("link", .text(format: "uri").describing("Lets its holder in, once. It is shown this once."))),
            "InvitationMail": .object(
                .always("state", .word(of: MailState.self)),
                .always("detail", .text.orNull.describing("The mail server's words, or why it was not sent yet."))),
            "InvitationPreview": .object(
                .always("household", .text.describing("Its name.")), .always("invitedBy", .text), .always("role", role),
                .always("open", .boolean.describing("Whether it can still be accepted."))),
            "Membership": .object(.always("household", .id), .always("member", .id), .always("role", role)),
        ],
        operations: [
            Operation(
                "invite", "POST", household + "/invitations", "Invite somebody by a link, and by mail if there is an address",
                body: .json([.optional("email", .text(3...254, format: "email")), .always("role", role)]),
                .json(201, "Made.", .component("Invitation")),
                faults: [.forbidden, .conflict("too-many-invitations", "Too many invitations are open.")]),
            Operation(
                "listInvitations", "GET", household + "/invitations", "The invitations that are open",
                .json("All of them.", .page(of: .component("Invitation")))),
            Operation("revokeInvitation", "DELETE", household + "/invitations/:invitation", "Withdraw an invitation", .done),
            Operation(
                "showInvitation", "GET", "/invitations/:token", "What an invitation is to; reading it uses nothing up",
                .json("What its holder may know.", .component("InvitationPreview")), needsSession: false),
            Operation(
                "acceptInvitation", "POST", "/invitations/:token/acceptance", "Join the household",
                .json("The new membership.", .component("Membership")),
                faults: [
                    .conflict("invitation-used", "Somebody has used it."), .conflict("already-member", "The caller is a member already."),
                ]),
        ])
}
