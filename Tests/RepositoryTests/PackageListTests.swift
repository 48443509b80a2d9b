import Testing

@Suite struct PackageListTests {
    @Test(arguments: ["deploy/lib/packages.sh", "deploy/mantel.Dockerfile"])
    func `every C library of the package is installed before a build`(by path: String) throws {
        let declared = try Repository.text("Package.swift").matches(of: /apt: "([a-z0-9.+-]+)"/).map { String($0.1) }
        let installed = Set(try Repository.text(path).split(whereSeparator: { " \n()\\".contains($0) }).map(String.init))
        #expect(declared.filter { !installed.contains($0) } == [])
        #expect(!declared.isEmpty)
    }
}
