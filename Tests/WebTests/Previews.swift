import Foundation
import Household

@testable import Web

/// Every page in its states, with an invented family. Tests check what holds of all of them; with
/// `MANTEL_PREVIEWS` set to a directory they are also written there, to be looked at.
enum Previews {
    static let assets = AssetPaths(
        prefix: "/assets/preview/", names: ["mantel.css", "htmx.min.js", "bricolage.woff2", "figtree.woff2"])
    static let csrf = CSRFToken(value: "preview-token")
    static let door = DoorFrame(assets: assets, csrf: csrf)
    static var frame: Frame { Frame(assets: assets, csrf: csrf, household: .init(key: "byrne", name: "The Byrnes"), unread: 2) }
    static var quietFrame: Frame { Frame(assets: assets, csrf: csrf, household: .init(key: "byrne", name: "The Byrnes")) }
    static var administrators: Frame {
        var frame = quietFrame
        frame.administers = true
        return frame
    }
    static var told: Frame {
        var frame = quietFrame
        frame.flash = Flash(words: "Wool slippers is bought for €29.99.")
        return frame
    }

    static let currency = Currency("EUR")!
    static func euro(_ minor: Int) -> Money { Money(minor: minor, currency: currency) }
    static func day(_ text: String) -> Day { Day(text)! }
    static let today = day("2026-11-30")

    static let nora = Face(name: "Nora", paper: Paper(0))
    static let tom = Face(name: "Tom", paper: Paper(6))
    static let aoife = Face(name: "Aoife", paper: Paper(9))
    static let granny = Face(name: "Granny B", paper: Paper(18))
    static let hostile = Face(name: "<script>alert(1)</script>\"'&", paper: Paper(27))

    static let people = [
        RecipientCard(key: "r1", face: nora, tally: Tally(limit: euro(12000), planned: euro(8249), spent: euro(5250), gifts: 3, bought: 2)),
        RecipientCard(key: "r2", face: tom, tally: Tally(limit: euro(15000), planned: euro(16200), spent: euro(16200), gifts: 2, bought: 2)),
        RecipientCard(key: "r3", face: aoife, tally: Tally(limit: euro(9000), planned: euro(2250), spent: euro(0), gifts: 1, bought: 0)),
        RecipientCard(key: "r4", face: granny, tally: Tally(limit: nil, planned: euro(4000), spent: euro(4000), gifts: 1, bought: 1)),
        RecipientCard(key: "r5", face: Face(name: "Anna", paper: Paper(12)), tally: Tally(limit: nil, planned: euro(0), spent: euro(0), gifts: 0, bought: 0), isViewer: true),
    ]

    static let parcels = [
        Parcel(paper: nora.paper, price: 3450, isWrapped: true), Parcel(paper: nora.paper, price: 2999, isWrapped: false),
        Parcel(paper: nora.paper, price: 1800, isWrapped: true), Parcel(paper: tom.paper, price: 4200, isWrapped: true),
        Parcel(paper: tom.paper, price: 12000, isWrapped: true), Parcel(paper: aoife.paper, price: 2250, isWrapped: false),
        Parcel(paper: granny.paper, price: 4000, isWrapped: true),
    ]

    static let photo = Photo(rest: "/scan/s1/picture", width: 1619, height: 2000)

    static let christmas = OccasionCountdown(name: "Christmas", days: 25, day: day("2026-12-25"))

    static let overNotice = NoticeCard(
        tone: .warn, icon: .warning, lead: "Tom is €12 over.", words: "Raise the budget, or take something off.", link: "/h/byrne/gifts/r2")

    static func todayPage(countdown: OccasionCountdown = christmas) -> TodayPage {
        TodayPage(
            today: today,
            occasion: .init(
                countdown: countdown, toBuy: 2, pile: Pile(parcels: parcels), people: people,
                next: [
                    NextGift(key: "g2", recipientKey: "r1", face: nora, name: "Wool slippers", estimate: euro(2999)),
                    NextGift(key: "g9", recipientKey: "r3", face: aoife, name: "A very long idea about a telescope that she once saw in the window of the shop at the corner", estimate: nil),
                ],
                pace: PaceChart(
                    limit: euro(80000), start: day("2026-11-01"), end: christmas.day, today: today,
                    spending: [
                        (day("2026-11-07"), euro(1800)), (day("2026-11-15"), euro(5800)), (day("2026-11-26"), euro(10000)), (day("2026-11-28"), euro(25450)),
                    ].map { PaceChart.Point(day: $0.0, total: $0.1) })),
            notices: [overNotice],
            upcoming: [
                .init(key: "e2", title: "Dentist", day: day("2026-12-01"), time: LocalTime("09:30"), place: nil),
                .init(key: "e1", title: "Winter Fair at St Anne’s", day: day("2026-12-12"), time: LocalTime("14:00"), place: "School hall"),
            ],
            toCheck: 1)
    }

    static let giftRows = [
        GiftRow(key: "g1", name: "Watercolour set", estimate: euro(3000), paid: euro(3450), boughtWords: "by Anna on Sat 28 Nov"),
        GiftRow(key: "g2", name: "Wool slippers", estimate: euro(2999), notes: "Size 34, not pink", link: "https://shop.example/slippers"),
        GiftRow(key: "g3", name: "Seed box", estimate: nil, paid: euro(1800), boughtWords: "by Ben on Mon 30 Nov"),
        GiftRow(key: "g4", name: "A book about volcanoes", estimate: nil),
    ]

    static func person(_ gifts: [GiftRow], tally: Tally, newGift: Entries = .empty) -> PersonPage {
        PersonPage(
            key: "r1", face: nora, occasionKey: "o1", occasionName: "Christmas", currency: currency, tally: tally, gifts: gifts,
            isMember: true, newGift: newGift)
    }

    static let drafts: [VerifyPage.Draft] = [
        .init(
            number: 0, title: "Winter Fair at St Anne’s",
            fields: [
                ScannedField(Field("title", "Title", value: "Winter Fair at St Anne’s"), box: Box(x: 220, y: 90, width: 1180, height: 220)),
                ScannedField(Field("day", "Date", .date, value: "2026-12-12"), box: Box(x: 280, y: 520, width: 1060, height: 90)),
                ScannedField(
                    Field("time", "From", .time, value: "14:00", required: false), box: Box(x: 420, y: 690, width: 800, height: 80),
                    alternatives: [.init(value: "11:00", label: "11:00"), .init(value: "02:00", label: "02:00")], unsure: "Please check the time"),
                ScannedField(Field("endTime", "Until", .time, required: false)),
                ScannedField(Field("location", "Place", value: "School hall, 4 Mill Lane", required: false), box: Box(x: 300, y: 900, width: 1010, height: 80)),
            ], spelledOut: "Saturday 12 December 2026, 14:00, Europe/Dublin")
    ]

    static var several: [VerifyPage.Draft] {
        var second = drafts[0]
        second.number = 1
        second.title = "Carol practice"
        second.fields = [ScannedField(Field("title", "Title", value: "Carol practice")), ScannedField(Field("day", "Date", .date), unsure: "We found no date")]
        second.spelledOut = nil
        second.entries = Entries(values: ["title": "Carol practice"], errors: ["day": "Choose a day first"])
        return [
            .init(number: 2, title: "Book sale", state: .added(eventKey: "e7"), fields: []),
            .init(number: 3, title: "Parents’ evening", state: .dropped, fields: []), drafts[0], second,
        ]
    }

    static let currencies = ["EUR", "GBP", "USD", "JPY"].map { Field.Choice($0, $0) }
    static let zones = ["Europe/Dublin", "Europe/Paris", "America/New_York"].map { Field.Choice($0, $0) }
    static let roles = [
        Field.Choice("organiser", "Organiser"), Field.Choice("adult", "Adult"), Field.Choice("child", "Child"), Field.Choice("guest", "Guest"),
    ]

    static func household(_ change: (inout HouseholdPage) -> Void = { _ in }) -> HouseholdPage {
        var page = HouseholdPage(
            viewerEmail: "anna@example.org", isOrganiser: true, mayInvite: true,
            members: [
                .init(key: "m1", face: Face(name: "Anna", paper: Paper(12)), role: "organiser", email: "anna@example.org", isViewer: true),
                .init(key: "m2", face: tom, role: "adult", email: "tom@example.org", isViewer: false),
                .init(key: "m3", face: hostile, role: "child", email: nil, isViewer: false),
            ],
            roles: roles, invitationRoles: roles, pending: [.init(key: "i1", words: "Adult, ben@example.org, until Tue 8 Dec")],
            sessions: [
                .init(key: "s1", device: "Chromium on Linux", lastSeen: "now", isCurrent: true),
                .init(key: "s2", device: "Safari on iPhone", lastSeen: "yesterday", isCurrent: false),
            ],
            households: [.init(key: "byrne", name: "The Byrnes"), .init(key: "murphy", name: "The Murphys")], currency: currency, zones: zones,
            settings: Entries(values: ["name": "The Byrnes", "zone": "Europe/Dublin"]))
        change(&page)
        return page
    }

    static let calendarEntries: [CalendarPage.Entry] = [
        .init(key: "e0", title: "Parents’ evening", day: day("2026-11-26"), time: LocalTime("19:00"), place: "Room 4"),
        .init(key: "e2", title: "Dentist", day: day("2026-12-01"), time: LocalTime("09:30")),
        .init(key: "e1", title: "Winter Fair at St Anne’s", day: day("2026-12-12"), time: LocalTime("14:00"), endTime: LocalTime("17:00"), place: "School hall, 4 Mill Lane", isFromScan: true),
        .init(key: "e4", title: "Christmas with Granny", day: day("2026-12-24"), lastDay: day("2026-12-27")),
        .init(key: "e5", title: "Nora’s birthday", day: day("2027-01-09")),
    ]

    static let eventValues = [
        "title": "Winter Fair at St Anne’s", "day": "2026-12-12", "time": "14:00", "endTime": "17:00", "location": "School hall, 4 Mill Lane",
    ]

    static let all: [(name: String, html: HTML)] = doors + gifts + sharing + budget + occasions + scans + dates + home + server
}

extension Previews {
    private static var doors: [(name: String, html: HTML)] {
        [
            ("signin", SignInPage().html(in: door)),
            ("signin-refused", SignInPage(next: "/join/abc", entries: Entries(values: ["email": "anna@example.org"], problem: "That address and password don’t go together.")).html(in: door)),
            ("signup", SignUpPage().html(in: door)),
            ("signup-refused", SignUpPage(entries: Entries(values: ["name": "Anna", "email": "anna"], errors: ["email": "This is not an e-mail address", "password": "Use at least 8 characters"])).html(in: door)),
            ("household-new", NewHouseholdPage(viewerName: "Anna", back: nil, currencies: currencies, zones: zones).html(in: door)),
            ("join", JoinPage(householdName: "The Byrnes", invitedBy: tom, roleWords: "as an adult, until Tuesday 8 December 2026", path: "/join/abc", viewer: .signedIn(name: "Ben")).html(in: door)),
            ("join-signed-out", JoinPage(householdName: "The Byrnes", invitedBy: tom, roleWords: "as an adult, until Tuesday 8 December 2026", path: "/join/abc", viewer: .signedOut).html(in: door)),
            ("join-member", JoinPage(householdName: "The Byrnes", invitedBy: hostile, roleWords: "as a child", path: "/join/abc", viewer: .member(householdPath: "/h/byrne")).html(in: door)),
            ("join-expired", JoinExpiredPage().html(in: door)),
            ("problem-404", ProblemPage.notFound.html(in: door)),
            ("problem-403", ProblemPage.expired.html(in: door)),
            ("problem-500", ProblemPage.failed(reference: "7f3a").html(in: door)),
            ("problem-503", ProblemPage.unavailable.html(in: door)),
        ]
    }

    private static var gifts: [(name: String, html: HTML)] {
        [
            ("today", todayPage().html(in: frame)),
            ("today-tomorrow", todayPage(countdown: OccasionCountdown(name: "Christmas", days: 1, day: day("2026-12-25"))).html(in: told)),
            ("today-first-run", TodayPage(today: today).html(in: quietFrame)),
            ("today-nobody", TodayPage(today: today, occasion: .init(countdown: christmas, toBuy: 0, pile: Pile(parcels: []), people: [], next: [])).html(in: quietFrame)),
            ("gifts", giftsPage().html(in: frame)),
            ("gifts-first-run", GiftsPage(currency: currency).html(in: quietFrame)),
            ("gifts-refused", giftsPage(newPerson: Entries(values: ["limit": "1.000"], errors: ["name": "Give a name, or choose someone", "limit": "could be 1000 or 1.000: type it without the mark"])).html(in: quietFrame)),
            ("gifts-nobody", GiftsPage(currency: currency, occasion: .init(key: "o1", countdown: christmas, tally: Tally(limit: euro(80000), planned: euro(0), spent: euro(0), gifts: 3, bought: 1), isPartial: false, people: [])).html(in: quietFrame)),
            ("person", person(giftRows, tally: Tally(limit: euro(12000), planned: euro(8249), spent: euro(5250), gifts: 3, bought: 1)).html(in: told)),
            ("person-over", person(giftRows, tally: Tally(limit: euro(7000), planned: euro(8249), spent: euro(5250), gifts: 3, bought: 1)).html(in: quietFrame)),
            ("person-empty", person([], tally: Tally(limit: nil, planned: euro(0), spent: euro(0), gifts: 3, bought: 1)).html(in: quietFrame)),
            ("person-refused", person(refusedRows, tally: Tally(limit: euro(12000), planned: euro(12000), spent: euro(0), gifts: 3, bought: 1), newGift: Entries(values: ["name": hostile.name, "url": "javascript:alert(1)"], errors: ["url": "Only web addresses, please"])).html(in: quietFrame)),
            ("activity", activity.html(in: frame)),
            ("activity-refused", ActivityPage(lines: Array(activity.lines.prefix(2)), problem: "That has been undone or restored already: it stands below.").html(in: quietFrame)),
            ("activity-empty", ActivityPage(lines: []).html(in: quietFrame)),
            ("person-own", OwnPage(face: nora).html(in: quietFrame)),
        ]
    }

    private static var activity: ActivityPage {
        ActivityPage(
            occasion: (key: "o1", name: "Christmas"),
            lines: [
                .init(key: "a1", icon: .back, words: "You undid what was entered for Wool slippers, for Nora", amount: euro(-2999), when: "today, 14:05"),
                .init(key: "a2", icon: .gifts, words: "Tom bought Watercolour set, for Nora; Seed box, for Granny; \(hostile.name), for Aoife", amount: euro(7240), when: "today, 09:12", state: "until Wed 6 Jan", action: "Undo"),
                .init(key: "a3", icon: .receipt, words: "Tom corrected what was paid for Wool slippers, for Nora", amount: euro(-500), when: "yesterday, 19:12", state: "something later stands on it"),
                .init(key: "a4", icon: .warning, words: "You deleted A book about volcanoes, for Nora", when: "Sat 28 Nov, 10:12", state: "until Mon 28 Dec", action: "Restore"),
                .init(key: "a5", icon: .gifts, words: "You bought Wool slippers, for Nora", amount: euro(2999), when: "Fri 27 Nov, 19:00", state: "undone"),
            ], earlier: "1_2")
    }

    private static var refusedRows: [GiftRow] {
        [GiftRow(key: "g1", name: hostile.name, notes: hostile.name, link: "javascript:alert(1)", entries: Entries(values: ["paid": "twelve"], errors: ["paid": "is not an amount: type digits such as 12.50"]))]
    }

    private static func giftsPage(newPerson: Entries = .empty) -> GiftsPage {
        GiftsPage(
            currency: currency,
            occasion: .init(
                key: "o1", countdown: christmas, tally: Tally(limit: euro(80000), planned: euro(30699), spent: euro(25450), gifts: 3, bought: 1), isPartial: true, people: people),
            others: [.init(key: "o2", name: "Nora’s birthday")], candidates: [.init(memberKey: "m2", name: "Tom")], newPerson: newPerson)
    }

    private static var scans: [(name: String, html: HTML)] {
        [
            ("scan", ScanPage(
                scans: [
                    .init(key: "s1", kind: .flyer, state: .ready, title: "Winter Fair at St Anne’s", when: "today, 14:05", hasPicture: true),
                    .init(key: "s2", kind: .receipt, state: .reading, when: "today, 14:04", hasPicture: true),
                    .init(key: "s3", kind: .flyer, state: .failed, when: "yesterday, 19:12", hasPicture: false),
                    .init(key: "s4", kind: .flyer, state: .added, title: "Dentist", when: "Thu 26 Nov, 08:40", hasPicture: true),
                ], pictureLimit: 15
            ).html(in: frame)),
            ("scan-first-run", ScanPage(scans: [], pictureLimit: 15).html(in: quietFrame)),
            ("scan-refused", ScanPage(scans: [], pictureLimit: 15, entries: Entries(problem: "That file is not a photo we can open. JPEG, PNG, WebP and HEIC work.")).html(in: quietFrame)),
            ("scan-progress", ScanProgressPage(key: "s1", kind: .flyer, stage: .reading, percent: 38, photo: photo).html(in: quietFrame)),
            ("scan-queued", ScanProgressPage(key: "s1", kind: .receipt, stage: .received, percent: 0, photo: nil).html(in: quietFrame)),
            ("scan-failed", ScanFailedPage(key: "s1", problem: "The photo is too dark to read.", photo: photo, canRetry: true, form: EventForm(scanKey: "s1")).html(in: quietFrame)),
            ("scan-failed-no-photo", ScanFailedPage(key: "s1", problem: "This file is not a photo.", photo: nil, canRetry: false, form: EventForm(scanKey: "s1")).html(in: quietFrame)),
            ("scan-verify", VerifyPage(key: "s1", photo: photo, drafts: drafts).html(in: quietFrame)),
            ("scan-verify-several", VerifyPage(key: "s1", photo: photo, drafts: several).html(in: quietFrame)),
            ("scan-receipt", ReceiptPage(
                key: "s1", photo: photo,
                fields: [
                    ScannedField(Field("merchant", "Shop", value: "Eason", required: false), box: Box(x: 220, y: 90, width: 1180, height: 220)),
                    ScannedField(Field("day", "Day", .date, value: "2026-11-28")),
                    ScannedField(Field("total", "Total", .amount(symbol: "€"), value: "42.10"), box: Box(x: 420, y: 690, width: 800, height: 80), unsure: "Please check the total"),
                ],
                lines: [.init(name: "Watercolour set", amount: "€34.50"), .init(name: "Brush no. 6", amount: "€6.70")],
                warnings: ["The lines add up to €41.20, but the total says €42.10."], gifts: [.init("g2", "Wool slippers, for Nora")]
            ).html(in: quietFrame)),
        ]
    }

    private static var dates: [(name: String, html: HTML)] {
        [
            ("calendar", CalendarPage(today: today, entries: calendarEntries, earlier: "/calendar?before=2026-11-01", later: nil).html(in: frame)),
            ("calendar-empty", CalendarPage(today: today, entries: []).html(in: quietFrame)),
            ("calendar-refused", CalendarPage(today: today, entries: [], form: EventForm(entries: Entries(values: ["title": "Fair", "endTime": "09:00"], errors: ["day": "Choose a day", "endTime": "ends before it begins"]))).html(in: quietFrame)),
            ("event", EventPage(
                key: "e1", title: "Winter Fair at St Anne’s", when: "Saturday 12 December 2026, 14:00 to 17:00", relative: "In 12 days", place: "School hall, 4 Mill Lane",
                notes: "Bring cake.", photo: photo, form: EventForm(rest: "/calendar/e1", submit: "Save", version: "3", entries: Entries(values: eventValues), isMain: false)
            ).html(in: quietFrame)),
        ]
    }

    private static var home: [(name: String, html: HTML)] {
        [
            ("household", household().html(in: frame)),
            ("household-invited", household { $0.newInvitation = .init(link: "https://mantel.example/join/x1y2z3", expires: "Tuesday 8 December 2026", mailedTo: "ben@example.org") }.html(in: quietFrame)),
            ("household-administrator", household().html(in: administrators)),
            ("household-adult", household { $0.isOrganiser = false; $0.invitationRoles.removeFirst(); $0.pending = [] }.html(in: quietFrame)),
            ("notices", NoticesPage(notices: [
                .init(key: "n1", card: overNotice, when: "today, 14:05", isRead: false),
                .init(key: "n2", card: NoticeCard(tone: .plain, icon: .person, lead: "Ben joined the household."), when: "Sat 28 Nov, 10:12", isRead: true),
                .init(key: "n3", card: NoticeCard(tone: .good, icon: .scan, lead: "Your flyer is ready to check.", link: "/h/byrne/scan/s1"), when: "Fri 27 Nov, 19:00", isRead: true),
            ], settings: .init(
                byMail: true, timing: MailTiming(quiet: LocalTime(hour: 21, minute: 0).flatMap { from in LocalTime(hour: 7, minute: 30).flatMap { QuietHours(from: from, to: $0) } }),
                ways: [.reminder: .app], thresholds: .init(mine: [50, 100], household: [80, 100], isOrganiser: true),
                sharing: .init(others: [.init(key: "m2", name: "Ben", readsMail: true, usesDevice: false)]))).html(in: frame)),
            ("notices-empty", NoticesPage(notices: [], settings: .init(byMail: true)).html(in: quietFrame)),
        ]
    }
}
