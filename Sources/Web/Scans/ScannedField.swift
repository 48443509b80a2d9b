import Household

/// A field with where on the photo it came from and how sure we are.
struct ScannedField: Sendable {
    /// Another way to read the same place.
    struct Alternative: Sendable {
        var value: String
        var label: String
    }

    var field: Field
    var box: Box?
    var alternatives: [Alternative] = []
    /// What a person should look at, in words; shown where the field is unsure.
    var doubt: String?

    var isUnsure: Bool { field.isUnsure }

    init(_ field: Field, box: Box? = nil, alternatives: [Alternative] = [], unsure doubt: String? = nil) {
        self.field = field
        self.field.isUnsure = doubt != nil
        (self.box, self.alternatives, self.doubt) = (box, alternatives, doubt)
    }

    /// A tap on another reading sends the whole form with `choose`; the page comes back with it filled in.
    func html(_ entries: Entries, scope: String, photo: Photo?, in frame: Frame) -> HTML {
        let strip = box.flatMap { box in photo.map { $0.strip(box, in: frame) } }
        let chips = alternatives.map { alternative in
            """
            <button class="button chip" name=choose value="\(field.name)=\(alternative.value)" formnovalidate \
            data-fill="\(scope)-\(field.name)" data-value="\(alternative.value)">\(alternative.label)</button>
            """ as HTML
        }
        let after: HTML = """
            \(entries.errors[field.name] != nil ? nil : doubt.map { "<p class=check>\(Icon.warning.html("small"))\($0)</p>" as HTML })\
            \(chips.isEmpty ? nil : "<div class=chips><span class=hint>Could also be</span>\(chips)</div>")
            """
        return field.html(entries, scope: scope, before: strip, after: after)
    }
}
