import Household

/// How far the reading is, as the person follows it.
enum ScanStage: Int, CaseIterable, Sendable {
    case received, straightening, reading, understanding, ready

    func words(_ kind: ScanKind) -> String {
        switch self {
        case .received: "Photo received"
        case .straightening: "Straightening the page"
        case .reading: "Reading the words"
        case .understanding: kind == .flyer ? "Looking for dates and places" : "Looking for the shop and the sum"
        case .ready: "Ready for you to check"
        }
    }
}

/// Photo to checked event: choosing the photo, and every scan so far.
struct ScanPage: Sendable {
    enum State: Sendable {
        case waiting, reading, ready, failed, added
    }

    struct Scan: Sendable {
        var key: String
        var kind: ScanKind
        var state: State
        /// The title that was read, once there is one.
        var title: String?
        /// "today, 14:05"
        var when: String
        var hasPicture: Bool
    }

    var scans: [Scan]
    /// Megabytes.
    var pictureLimit: Int
    var entries = Entries.empty

    func html(in frame: Frame) -> HTML {
        Page(title: "Scan", tab: .scan, reloadsAfter: isBusy ? 10 : nil, main: main(frame)).html(in: frame)
    }

    private var isBusy: Bool {
        scans.contains { scan in
            switch scan.state {
            case .waiting, .reading: true
            default: false
            }
        }
    }

    private func main(_ frame: Frame) -> HTML {
        """
        <div class=two><div class=stack>\(chooser(frame))<p class=quiet>No photo? <a href="\(frame.path("/calendar#add"))">Type the event yourself</a></p></div>\
        \(scans.isEmpty ? nil : "<section class=card><h2>Your photos</h2><ul class=list>\(scans.map { row($0, frame) })</ul></section>")</div>
        """
    }

    private func chooser(_ frame: Frame) -> HTML {
        let error = entries.errors["image"] ?? entries.problem
        return frame.form("/scan", multipart: true, """
            <div class=drop>\(drawing)<label for=image><b>Choose a photo</b></label>\
            <input type=file id=image name=image accept="image/jpeg,image/png,image/webp,image/heic" required data-photo \
            aria-describedby="image-hint\(error == nil ? "" : " image-error")"\(" aria-invalid=true", if: error != nil)>\
            <p class=hint id=image-hint>The whole page, flat and in good light. Up to \(pictureLimit) MB.</p>\
            \(error.map { "<p class=wrong id=image-error role=alert>\(Icon.warning.html("small"))\($0)</p>" as HTML })</div>\
            <fieldset class=row><legend class=hidden>What is it?</legend>\
            <label class=option><input type=radio name=kind value=flyer checked>\(Icon.flyer.html())A date to keep</label>\
            <label class=option><input type=radio name=kind value=receipt>\(Icon.receipt.html())A receipt</label></fieldset>\
            \(mainButton("Read it"))
            """)
    }

    private var drawing: HTML {
        #"<svg class=drawn viewBox="0 0 150 92" aria-hidden=true><path d="M14 24V10h16M120 10h16v14M136 68v14h-16M30 82H14V68"/><path class=soft d="M52 14h46v64H52z"/><path d="M60 26h30M60 36h22M60 46h26"/><path class=gold d="M60 56h24v11H60z"/></svg>"#
    }

    private func row(_ scan: Scan, _ frame: Frame) -> HTML {
        let (words, tone): (String, StaticString) =
            switch scan.state {
            case .waiting: ("Waiting", "")
            case .reading: ("Reading", "")
            case .ready: ("Ready to check", " good")
            case .failed: ("Not readable", " over")
            case .added: ("Added", "")
            }
        let picture: HTML =
            scan.hasPicture
            ? #"<img class=thumb src="\#(frame.path("/scan/\(scan.key)/picture"))" alt="" loading=lazy width=52 height=52>"#
            : "<span class=thumb></span>"
        return """
            <li><a class=entry href="\(frame.path("/scan/\(scan.key)"))">\(picture)\
            <span><span class=name dir=auto>\(scan.title ?? (scan.kind == .flyer ? "A flyer" : "A receipt"))</span><br><span class="quiet small">\(scan.when)</span></span>\
            <span class="state\(tone, if: true)">\(words)</span></a></li>
            """
    }
}
