/// A language that the household's texts are written in. A new case makes the compiler ask for its words.
public enum Language: String, Sendable, Codable, CaseIterable {
    case english = "en"
}
