import Household

/// A scan on its way. The page survives reload, lock and leaving: what it shows is the stored job.
struct ScanProgressPage: Sendable {
    var key: String
    var kind: ScanKind
    var stage: ScanStage
    /// 0 to 100.
    var percent: Int
    var photo: Photo?

    /// Seconds between two looks where no news arrives by itself.
    static let pollSeconds = 2

    func html(in frame: Frame) -> HTML {
        Page(
            title: kind == .flyer ? "Reading your flyer" : "Reading your receipt", tab: .scan, back: (rest: "/scan", label: "Scan"),
            reloadsAfter: Self.pollSeconds + 1, usesHTMX: true,
            main: """
                <div class="two photo">\(photo.map { $0.plain(in: frame, waiting: true) })<div class=stack>\(progress(in: frame))\
                <p><a class="button wide" href="\(frame.path("/calendar?scan=\(key)#add"))">Type it myself</a></p></div></div>
                """
        ).html(in: frame)
    }

    /// The part that is asked for again and again; once the scan has ended the answer is a redirect.
    func progress(in frame: Frame) -> HTML {
        """
        <section class=card id=progress hx-get="\(frame.path("/scan/\(key)/progress"))" hx-trigger="every \(Self.pollSeconds)s, mantel:scan from:body" \
        hx-swap=outerHTML data-polls="\(Self.pollSeconds)"><progress max=100 value=\(max(4, min(100, percent))) aria-labelledby=stage></progress>\
        <ol class=stages>\(ScanStage.allCases.map(item))</ol>\
        <p class=quiet><span role=status id=stage>\(stage.words(kind)).</span> You can leave this page; we’ll keep going.</p></section>
        """
    }

    private func item(_ stage: ScanStage) -> HTML {
        """
        <li\(" class=done", if: stage.rawValue < self.stage.rawValue)\(" aria-current=step", if: stage == self.stage)>\(stage.words(kind))</li>
        """
    }
}

/// A scan that could not be read. The words say why, the photo stays, and the form still opens.
struct ScanFailedPage: Sendable {
    var key: String
    /// Why, in words a person understands and with what to do about it.
    var problem: String
    var photo: Photo?
    /// A second try may help: not for a file that is no picture.
    var canRetry: Bool
    var form: EventForm

    func html(in frame: Frame) -> HTML {
        Page(
            title: "We couldn’t read this one", tab: .scan, back: (rest: "/scan", label: "Scan"),
            main: """
                <ul>\(NoticeCard(tone: .warn, icon: .warning, lead: problem, words: "You can still type it in, with the photo beside you.").html)</ul>\
                <div class="two photo">\(photo.map { $0.plain(in: frame) } ?? EmptyState(drawing: .newsletter, title: "A photo that works", words: "The whole page, flat, in good light, and sharp.").html)\
                <div class=stack><section class=card><h2>Type it in</h2>\(form.html(in: frame))</section>\
                <div class=row>\(canRetry ? frame.button("Try again", "/scan/\(key)/retry") : nil)\
                <a class=button href="\(frame.path("/scan"))">Another photo</a>\
                \(frame.button("Throw it away", "/scan/\(key)/removal", class: "button plain"))</div></div></div>
                """
        ).html(in: frame)
    }
}
