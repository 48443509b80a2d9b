/// How long what was entered can be undone, and what was deleted be restored.
public enum UndoWindow {
    /// Counted in days of the household's zone: the last of them is over when that day is.
    public static let days = 30
}
