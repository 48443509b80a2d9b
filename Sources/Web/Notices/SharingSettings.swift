/// Who else reads somebody's mail, or uses the device they hold.
struct SharingSettings: Sendable {
    struct Other: Sendable {
        var key: String
        var name: String
        var readsMail: Bool
        var usesDevice: Bool
    }

    /// The other members.
    var others: [Other] = []

    static let choices: [Field.Choice] = [
        .init("no", "Neither"), .init("mailbox", "They read my mail"), .init("device", "They use this device"), .init("both", "Both"),
    ]

    func html(in frame: Frame) -> HTML? {
        if others.isEmpty { return nil }
        let isShared = others.contains(where: \.usesDevice)
        let fields = others.map { Field("shared-\($0.key)", $0.name, .choice(Self.choices), value: Self.value($0)).html(scope: "sharing") }
        return disclosure("Who reads along", icon: .person, frame.form("/notices/sharing", """
            <p class=quiet>What is a secret from somebody here is not mailed to a mailbox they read, and not shown on a device they use. \
            \(isShared ? "This device is shared: to take somebody off it, sign out and in again." : "Your own devices show you everything.")</p>\
            \(fields)<button class="button wide">Save</button>
            """))
    }

    private static func value(_ other: Other) -> String {
        switch (other.readsMail, other.usesDevice) {
        case (false, false): "no"
        case (true, false): "mailbox"
        case (false, true): "device"
        case (true, true): "both"
        }
    }
}
