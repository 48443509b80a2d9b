import Redis
import Testing

@Suite struct RedisConditionTests {
    @Test func `one whose memory is full or whose file cannot be written takes nothing`() {
        #expect(RedisCondition(info: "# Memory\r\nused_memory:900\r\nmaxmemory:0\r\naof_last_write_status:ok\r\n").takesWrites)
        #expect(RedisCondition(info: "used_memory:900\r\nmaxmemory:1000\r\n").takesWrites)
        #expect(!RedisCondition(info: "used_memory:1000\r\nmaxmemory:1000\r\n").takesWrites)
        #expect(!RedisCondition(info: "used_memory:1\r\nmaxmemory:0\r\naof_last_write_status:err\r\n").takesWrites)
    }
}
