/// Line drawings on a 24-unit grid. Each stands beside words, so all are hidden from readers' software.
enum Icon: Sendable {
    case today, gifts, scan, calendar, household, bell, warning, done, chevron, back, plus, camera, clock, place, receipt, flyer, key, person, server

    func html(_ size: StaticString = "") -> HTML {
        #"<svg class="icon \#(size, if: true)" viewBox="0 0 24 24" aria-hidden=true>\#(drawing)</svg>"#
    }

    private var drawing: HTML {
        switch self {
        case .today: #"<path d="M2.5 6h19M4.5 6v14.5h3.7V15a3.8 3.8 0 0 1 7.6 0v5.5h3.7V6M8 3h8"/>"#
        case .gifts: #"<path d="M4 11h16v9.5H4zM2.8 7h18.4v4H2.8zM12 7v13.5M12 7C8 7 6.6 5.6 7.3 3.9 8.3 2 11 3.6 12 7c1-3.4 3.7-5 4.7-3.1C17.4 5.6 16 7 12 7z"/>"#
        case .scan: #"<path d="M3.5 8V3.5H8M16 3.5h4.5V8M20.5 16v4.5H16M8 20.5H3.5V16M7.5 9h9M7.5 12h9M7.5 15h5"/>"#
        case .calendar: #"<path d="M3.5 5.5h17v15h-17zM3.5 10h17M8 2.8v4.4M16 2.8v4.4M8 14h2M14 14h2M8 17h2"/>"#
        case .household: #"<path d="M3 11.5 12 3.5l9 8M5.5 9.5v11h13v-11M9.5 20.5V14h5v6.5"/>"#
        case .bell: #"<path d="M6 17V10.5a6 6 0 0 1 12 0V17l2 1.5H4zM10 21.5h4"/>"#
        case .warning: #"<path d="M12 3.5 22 20.5H2zM12 9.5v5M12 17.6v.1"/>"#
        case .done: #"<path d="m4.5 12.5 5 5 10-11"/>"#
        case .chevron: #"<path d="m6 9.5 6 6 6-6"/>"#
        case .back: #"<path d="m14.5 5.5-6.5 6.5 6.5 6.5"/>"#
        case .plus: #"<path d="M12 5v14M5 12h14"/>"#
        case .camera: #"<path d="M3 7.5h4l2-3h6l2 3h4v12H3zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z"/>"#
        case .clock: #"<path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7v5.3l3.5 2"/>"#
        case .place: #"<path d="M12 21.5c4.6-5 7-8.6 7-11.6a7 7 0 0 0-14 0c0 3 2.4 6.6 7 11.6zM12 12a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z"/>"#
        case .receipt: #"<path d="M5.5 3h13v18l-2.2-1.6-2.1 1.6-2.2-1.6L9.8 21l-2.1-1.6L5.5 21zM9 8h6M9 12h6"/>"#
        case .flyer: #"<path d="M5 3h10l4 4v14H5zM15 3v4h4M8.5 11h7M8.5 14.5h7"/>"#
        case .key: #"<path d="M8 16.5a4.5 4.5 0 1 1 4-6.5h9v4h-3v2.5h-3V14h-3a4.5 4.5 0 0 1-4 2.5zM7.5 12v.1"/>"#
        case .server: #"<path d="M3.5 4.5h17v6h-17zM3.5 13.5h17v6h-17zM7 7.5v.1M7 16.5v.1M11 7.5h6M11 16.5h6"/>"#
        case .person: #"<path d="M12 12a4.3 4.3 0 1 0 0-8.6 4.3 4.3 0 0 0 0 8.6zM4 20.5c.6-4 3.6-6 8-6s7.4 2 8 6"/>"#
        }
    }
}
