import Testing

@Suite struct ConfigurationTableTests {
    @Test func `the README's table names every setting that the code reads, and no other`() throws {
        let reading = /\.(?:value|optional)\(\s*"([A-Z][A-Z0-9_]+)"/
        let read = Set(try Repository.sources(in: "Sources").flatMap { $0.matches(of: reading).map { String($0.1) } })
        let row = /(?m)^\| `([A-Z][A-Z0-9_]+)` \|/
        let rows = try Repository.text("README.md").matches(of: row).map { String($0.1) }
        #expect(Set(rows).subtracting(read).sorted() == [], "documented, but read nowhere")
        #expect(read.subtracting(rows).sorted() == [], "read, but not documented")
        #expect(rows.count == Set(rows).count, "each setting has one row")
        #expect(!read.isEmpty)
    }
}
