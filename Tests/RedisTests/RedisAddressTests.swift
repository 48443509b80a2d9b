import Redis
import Testing

@Suite struct RedisAddressTests {
    @Test func `an address may have a password, a port and a database`() {
        let address = RedisAddress("redis://:s%2Fcret@cache.local:6380/3")
        #expect(address == RedisAddress(host: "cache.local", port: 6380, password: "s/cret", database: 3))
    }

    @Test func `host and port alone are enough`() {
        #expect(RedisAddress("127.0.0.1:63790") == RedisAddress(host: "127.0.0.1", port: 63790))
        #expect(RedisAddress("redis://cache") == RedisAddress(host: "cache", port: 6379))
    }

    @Test(arguments: ["", "http://cache", "redis://", "redis://cache/x", "redis://cache:0", "redis://cache?db=1"])
    func `what would be read differently than meant is refused`(text: String) {
        #expect(RedisAddress(text) == nil)
    }

    @Test func `a description never shows the password`() {
        #expect(RedisAddress("redis://:hunter2@cache")?.description == "redis://:***@cache:6379/0")
    }
}
