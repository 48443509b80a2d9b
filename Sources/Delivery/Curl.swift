import CCurl

/// Starts libcurl, once a process.
enum Curl {
    static func start() { _ = started }

    private static let started: Void = precondition(curl_start() == CURLE_OK, "libcurl could not start")
}
