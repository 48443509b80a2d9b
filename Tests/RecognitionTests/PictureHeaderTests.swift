import Household
import Testing

@Suite struct PictureHeaderTests {
    @Test func `an empty file is refused as empty`() {
        #expect(throws: PictureRefusal.empty) { try PictureHeader([]) }
    }
}
