/// One event: when and where in full, its flyer, and what can be done with it.
struct EventPage: Sendable {
    var key: String
    var title: String
    /// "Saturday 12 December 2026, 14:00 to 17:00", with the zone where it differs from the household's.
    var when: String
    var relative: String
    var place: String?
    var notes: String?
    /// The flyer it came from.
    var photo: Photo?
    var form: EventForm

    func html(in frame: Frame) -> HTML {
        Page(
            title: title, tab: .calendar, back: (rest: "/calendar", label: "Calendar"),
            main: """
                <div class="two photo">\(photo.map { $0.plain(in: frame) })<div class=stack>\
                <section class=card><p class="row start">\(Icon.clock.html())<b>\(when)</b></p><p class=quiet>\(relative)</p>\
                \(place.map { "<p class=\"row start\">\(Icon.place.html())<span dir=auto>\($0)</span></p>" as HTML })\
                \(notes.map { "<p dir=auto>\($0)</p>" as HTML })\
                <a class="button main wide" href="\(frame.path("/calendar/\(key).ics"))" download>Add to my calendar app</a></section>\
                \(disclosure("Change it", open: form.entries.hasErrors, icon: .calendar, form.html(in: frame)))\
                \(disclosure("Delete it", icon: .warning, """
                    <p>It goes for everyone in \(frame.household.name).</p>\(frame.button("Delete", "/calendar/\(key)/removal", class: "button danger wide", confirming: "Delete \(title)"))
                    """))</div></div>
                """
        ).html(in: frame)
    }
}
