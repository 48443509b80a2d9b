/// A browser and its system in words, "Firefox on Android": enough to know one's own devices again.
struct DeviceName: Sendable {
    let words: String

    init(userAgent: String) {
        // The first that occurs: each of them also names those further down.
        let browser = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("HeadlessChrome/", "Chrome"),
            ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ].first { userAgent.contains($0.0) }?.1
        let system = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"), ("CrOS", "ChromeOS"),
            ("Linux", "Linux"),
        ].first { userAgent.contains($0.0) }?.1
        words = switch (browser, system) {
        case (let browser?, let system?): "\(browser) on \(system)"
        case (let known?, nil), (nil, let known?): known
        case (nil, nil): "A browser"
        }
    }
}
