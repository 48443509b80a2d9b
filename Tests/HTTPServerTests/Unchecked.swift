import ServiceKit

/// Carries a client to the one thread that uses it next.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

func currentRequest() -> String? { Logger.current.metadata["request"] }
