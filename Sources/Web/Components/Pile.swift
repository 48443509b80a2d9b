/// A gift in the pile: as large as its price, wrapped once bought.
struct Parcel: Sendable {
    var paper: Paper
    /// Minor units of the price or estimate; nil draws a middling size.
    var price: Int?
    var isWrapped: Bool
}

/// The pile of parcels on the mantel. It shows only gifts the viewer may know of.
struct Pile: Sendable {
    var parcels: [Parcel]

    /// More than this are not drawn one by one; the words give the full number.
    static let drawnAtMost = 9

    var html: HTML {
        let shown = parcels.prefix(Self.drawnAtMost)
        let dearest = Double(shown.compactMap(\.price).max() ?? 1)
        var (x, drawing) = (16, HTML())
        for parcel in shown {
            // Areas compare prices, so sides go with the root.
            let share = (Double(parcel.price ?? 0) / max(dearest, 1)).squareRoot()
            let side = parcel.price == nil ? 36.0 : 26 + 34 * share
            let (width, height) = (Int(side), Int(side * 1.12))
            drawing += parcel.drawn(x: x, width: width, height: height)
            x += width + 8
        }
        let total = max(x + 8, 280)
        // Fewer parcels stand in the middle of the board.
        let shift = (total - x - 8) / 2
        let wrapped = parcels.count { $0.isWrapped }
        return """
            <svg class=pile viewBox="\(-shift) 0 \(total) 88" preserveAspectRatio="xMidYMax meet" role=img \
            aria-label="\(count(parcels.count, "gift", "gifts")), \(wrapped) of them bought">\(drawing)\
            <path class=board d="M\(-shift) 85H\(total - shift)v6H\(-shift)z"/></svg>
            """
    }
}

extension Parcel {
    fileprivate func drawn(x: Int, width: Int, height: Int) -> HTML {
        let (top, middle) = (85 - height, x + width / 2)
        guard isWrapped else {
            return "<rect class=to-buy x=\(x + 1) y=\(top + 1) width=\(width - 2) height=\(height - 1) rx=3 />"
        }
        let markup: HTML = """
            <rect fill="\(paper.fill)" x=\(x) y=\(top) width=\(width) height=\(height) rx=2 />\
            <path class=gold d="M\(middle - 3) \(top)h6v\(height)h-6zM\(middle) \(top)c-14-1-15-11-9-11 5 0 7 5 9 11 2-6 4-11 9-11 6 0 5 10-9 11z"/>
            """
        return markup.defining(paper.pattern)
    }
}
