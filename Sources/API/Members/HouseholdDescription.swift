import Household

extension Description {
    static let households = Description(
        tag: "Households",
        components: [
            "Household": .object(
                .always("id", .id), .always("name", .text), .always("currency", .currency), .always("zone", .zone),
                .always("role", role.describing("The caller's own.")), .always("me", .id.describing("The member that the caller is.")),
                .sometimes("members", .list(of: .component("Member")).describing("Left out of lists."))),
            "Member": .object(.always("id", .id), .always("name", .text), .always("role", role), .always("hasAccount", .boolean)),
        ],
        operations: [
            Operation(
                "foundHousehold", "POST", "/households", "Found a household, as its organiser",
                body: .json([.always("name", .text(1...200)), .always("currency", .currency), .always("zone", .zone)]), .made(.component("Household"))),
            Operation("listHouseholds", "GET", "/households", "The caller's households", .json("All of them.", .page(of: .component("Household")))),
            Operation("showHousehold", "GET", household, "A household with its members", .json("The household.", .component("Household"))),
            Operation(
                "changeHousehold", "PATCH", household, "Rename a household or move it to another zone",
                body: .json([.optional("name", .text(1...200)), .optional("zone", .zone)]), .json("The household.", .component("Household")),
                faults: [.forbidden]),
            Operation("listMembers", "GET", household + "/members", "The members", .json("All of them.", .page(of: .component("Member")))),
            Operation(
                "changeMember", "PATCH", household + "/members/:member", "Give a member another role", body: .json([.always("role", role)]),
                .json("The member.", .component("Member")),
                faults: [.forbidden, .conflict("last-organiser", "Somebody else must be an organiser first.")]),
            Operation(
                "removeMember", "DELETE", household + "/members/:member", "Remove a member, or leave", .done,
                faults: [.forbidden, .conflict("last-organiser", "Somebody else must be an organiser first.")]),
        ])

    /// Where everything of a household is.
    static let household = "/households/:household"
    static let role = Schema.word(of: Role.self)
}
