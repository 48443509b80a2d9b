/// All that may differ between two recordings, each with its reason. It is this much and no more:
///
/// - *Heartbeats of an event stream* (a comment line each 15 s): they go by the clock from the moment the stream was
///   opened, whatever happens, and say nothing. How many there are by the end depends on how long the test took.
/// - *`Date` and `X-Request-Id`*, which the socket adds to every answer: the time, and a number drawn at random. These
///   recordings are made behind the socket, where neither is there yet, so nothing has to be left out for them.
///
/// The clock of the pages stands still, since the administrators' page prints it ("As of 14:05:12").
///
/// Days that are left are counted in the household's zone. The households of these tests live where it is noon, so
/// no day begins meanwhile, and counts of days need no exception.
enum Volatile {
    static func withoutHeartbeats(_ stream: String) -> String { stream.replacing(":\n\n", with: "") }
}
