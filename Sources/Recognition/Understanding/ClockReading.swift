import Household

/// One end of a time as printed: "7", "7:30", "730pm", "19h30", "17,30h", "noon".
struct ClockReading {
    enum Half { case morning, afternoon }

    var hour: Int
    var minute: Int
    var half: Half?
    /// Something besides a bare number says that this is a time.
    var isExplicit: Bool
    /// Printed in a way that only the 24-hour clock uses.
    var is24Hour: Bool
    /// Index of the token behind it.
    var next: Int

    init?(_ line: Tokens, at index: Int, skipping rejected: Rejections) {
        switch line.folded(index) {
        case "noon", "midday", "midi", "mittag", "mediodia": self.init(12, 0, nil, true, true, index + 1)
        case "midnight", "minuit", "mitternacht", "medianoche": self.init(24, 0, nil, true, true, index + 1)
        default: self.init(number: line, at: index, skipping: rejected)
        }
    }

    private init(_ hour: Int, _ minute: Int, _ half: Half?, _ isExplicit: Bool, _ is24Hour: Bool, _ next: Int) {
        self.hour = hour
        self.minute = minute
        self.half = half
        self.isExplicit = isExplicit
        self.is24Hour = is24Hour
        self.next = next
    }

    private init?(number line: Tokens, at index: Int, skipping rejected: Rejections) {
        guard let token = line[index], token.kind == .number, let value = token.value, !rejected.contains(index) else { return nil }
        hour = value
        minute = 0
        half = nil
        isExplicit = false
        is24Hour = token.text.count == 2 && token.text.hasPrefix("0")
        next = index + 1
        if token.text.count > 2 {
            // Run together, "730": only a later am or pm makes it a time.
            guard token.text.count <= 4 else { return nil }
            hour = value / 100
            minute = value % 100
        } else if let minutes = line.number(index + 2), line[index + 2]?.text.count == 2, minutes < 60, line[index + 2]?.spaced == false {
            switch line.folded(index + 1) {
            case ":":
                minute = minutes
                isExplicit = true
                next = index + 3
                // Seconds tell nothing.
                if line.folded(next) == ":", line.number(next + 1) != nil { next += 2 }
            case "h", "u":
                minute = minutes
                isExplicit = true
                is24Hour = true
                next = index + 3
            case ".", ",", ";":
                // Not yet a time: 7.30 may be money or a date. What follows, or stands before, decides.
                minute = minutes
                next = index + 3
            default: break
            }
        }
        readSuffix(line)
        guard hour <= 24, minute < 60, hour < 24 || minute == 0 else { return nil }
        if half != nil && hour > 12 { half = nil }
        if hour > 12 { is24Hour = true }
    }

    private mutating func readSuffix(_ line: Tokens) {
        let word = line.folded(next)
        let dotted = line.folded(next + 1) == "." ? next + 2 : next + 1
        if word == "am" || word == "pm" {
            half = word == "am" ? .morning : .afternoon
            next += 1
        } else if word == "a" || word == "p", line.folded(dotted) == "m" {
            half = word == "a" ? .morning : .afternoon
            next = dotted + 1
            if line.folded(next) == ".", line[next]?.spaced == false { next += 1 }
        } else if word == "p", line[next]?.spaced == false, isExplicit {
            half = .afternoon
            next += 1
        } else if Lexicon.hourWords.contains(word) {
            is24Hour = true
            isExplicit = true
            next += 1
        }
        if half != nil { isExplicit = true }
    }

    /// Minutes since midnight, taking the printed hour at its word.
    func minutes(_ half: Half?) -> Int {
        switch half {
        case .morning: hour % 12 * 60 + minute
        case .afternoon: (hour % 12 + 12) * 60 + minute
        case nil: hour * 60 + minute
        }
    }
}
