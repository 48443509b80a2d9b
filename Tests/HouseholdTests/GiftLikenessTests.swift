import Household
import Testing

@Suite struct GiftLikenessTests {
    @Test(arguments: [
        ("Wool scarf", "Scarf (red)"), ("Slippers", "slipper"), ("Écharpe en laine", "echarpe"), ("LEGO castle", "Lego Castle, big"),
        ("Socks", "red socks"), ("Headphones", "Headphone"), ("Fußball", "FUSSBALL"), ("象棋", "象棋"),
    ])
    func `names of much the same gift are alike`(one: String, other: String) {
        #expect(GiftLikeness(one).isLike(GiftLikeness(other)))
        #expect(GiftLikeness(other).isLike(GiftLikeness(one)))
    }

    @Test(arguments: [
        ("Wool scarf", "Bicycle"), ("Lego castle", "Sand bucket"), ("Book", "Boots"), ("A", "B"), ("", "Scarf"), ("!!!", "???"),
        ("Set of knives", "Set of paints"),
    ])
    func `names of different gifts are not`(one: String, other: String) {
        #expect(!GiftLikeness(one).isLike(GiftLikeness(other)))
    }
}
