import Synchronization

extension Exchange {
    /// Holds the exchange to its time limits.
    func patrol(_ now: ContinuousClock.Instant, _ limits: HTTPLimits) -> Verdict {
        let (phase, age) = state.withLock { ($0.phase, now - $0.since) }
        switch phase {
        case .reading: return age > limits.bodyTime ? .cut : .cutIfLeft
        case .handling where age > limits.handlerTime:
            giveUp(Problem(503, title: "This took too long", detail: "Please try again."))
            return .fine
        case .sending: return age > limits.answerTime ? .cut : .fine
        case .handling, .streaming: return .cutIfLeft
        case .ended: return .fine
        }
    }

    /// The client has left: nobody waits for what the handler does.
    func abandon() {
        giveUp(Problem(499, title: "The client has left"))
        endStream()
    }

    /// The server is stopping and cannot wait any longer.
    func cancel() {
        giveUp(.busy(retryAfter: 2))
        endStream()
    }

    /// An event stream has no end of its own to wait for.
    func endEventStream() {
        if state.withLock({ state in state.isEventStream || state.response?.isEventStream == true }) { endStream() }
    }

    /// Lets go of the connection, so that libmicrohttpd can close it.
    func release() { change { $0.streamHasEnded = true } }

    private func giveUp(_ problem: Problem) {
        let (task, reader) = change { state -> (Task<Void, Never>?, CheckedContinuation<Void, Never>?) in
            guard state.hasBegun, state.response == nil else { return (nil, nil) }
            state.response = HTTPResponse(problem)
            state.isCancelled = true
            defer { state.bodyReader = nil }
            return (state.task, state.bodyReader)
        }
        task?.cancel()
        reader?.resume()
    }

    private func endStream() {
        let (task, writer) = change { state -> (Task<Void, Never>?, CheckedContinuation<Void, Never>?) in
            guard let response = state.response, case .stream = response.body else { return (nil, nil) }
            state.streamHasEnded = true
            defer { state.streamWriter = nil }
            return (state.task, state.streamWriter)
        }
        task?.cancel()
        writer?.resume()
    }
}

extension HTTPResponse {
    var isEventStream: Bool { headers["Content-Type"]?.hasPrefix("text/event-stream") == true }
}
