import Household

extension Box {
    /// A little more on each side, so that letters are not cut; never beyond the photo.
    func padded(within photo: Photo) -> Box {
        let margin = max(6, height / 5)
        let (left, top) = (max(0, x - margin), max(0, y - margin))
        return Box(
            x: left, y: top, width: max(1, min(photo.width, x + width + margin) - left),
            height: max(1, min(photo.height, y + height + margin) - top))
    }
}

/// The normalised photo of a scan.
struct Photo: Sendable {
    /// Below the household's path.
    var rest: String
    var width: Int
    var height: Int

    /// The photo with what was read marked on it.
    func marked(_ fields: [ScannedField], in frame: Frame) -> HTML {
        let boxes = fields.compactMap { field in field.box.map { (field.isUnsure, $0.padded(within: self)) } }
        let drawing = boxes.map { unsure, box in
            let shape: HTML = #"x=\#(box.x) y=\#(box.y) width=\#(box.width) height=\#(box.height) rx=\#(max(4, width / 120)) />"#
            return #"<rect class="box\#(" doubt", if: unsure)" \#(shape)<rect class="box over-it\#(" doubt", if: unsure)" \#(shape)"# as HTML
        }
        return """
            <figure class=shot><svg viewBox="0 0 \(width) \(height)" role=img aria-label="Your photo, with what we read marked on it">\
            <image href="\(frame.path(rest))" width=\(width) height=\(height) />\(drawing)</svg></figure>
            """
    }

    /// The photo alone.
    func plain(in frame: Frame, waiting: Bool = false) -> HTML {
        """
        <figure class="shot\(" waiting", if: waiting)"><svg viewBox="0 0 \(width) \(height)" role=img aria-label="Your photo">\
        <image href="\(frame.path(rest))" width=\(width) height=\(height) /></svg></figure>
        """
    }

    /// The strip of the photo that a field was read from.
    func strip(_ box: Box, in frame: Frame) -> HTML {
        let box = box.padded(within: self)
        return """
            <svg class=strip viewBox="\(box.x) \(box.y) \(box.width) \(box.height)" preserveAspectRatio="xMinYMid meet" aria-hidden=true>\
            <image href="\(frame.path(rest))" width=\(width) height=\(height) /></svg>
            """
    }
}
