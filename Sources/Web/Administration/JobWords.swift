import Household

extension ServerJob.State {
    var words: String {
        switch self {
        case .waiting: "Waiting"
        case .published: "Handed over"
        case .running: "Running"
        case .done: "Done"
        case .dead: "Dead"
        }
    }

    /// Set like the other marks of a state.
    var mark: HTML { #"<span class="state\#(" over", if: self == .dead)\#(" good", if: self == .running)">\#(words)</span>"# }
}

/// A length of time as people say it: "850 ms", "1.2 s", "3 min", "5 h", "4 days".
func lengthWords(_ seconds: Double) -> String {
    switch max(seconds, 0) {
    case ..<0.9995: "\(Int((max(seconds, 0) * 1000).rounded())) ms"
    case ..<9.95: "\((seconds * 10).rounded() / 10) s"
    case ..<90: "\(Int(seconds.rounded())) s"
    case ..<5400: "\(Int((seconds / 60).rounded())) min"
    case ..<129_600: "\(Int((seconds / 3600).rounded())) h"
    default: count(Int((seconds / 86_400).rounded()), "day", "days")
    }
}
