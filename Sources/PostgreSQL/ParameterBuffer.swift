import Foundation

/// The parameters of one statement as libpq wants them. One buffer serves every statement of a connection, so
/// that a parameter costs no allocation of its own.
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    /// Bytes in one parameter: far above any picture, far below what PostgreSQL can hold (1 GB).
    private static let limit = 64 << 20

    private static func tooLarge(_ index: Int) -> PostgreSQLError {
        PostgreSQLError(.parameter, "parameter $\(index + 1) is larger than \(limit >> 20) MiB")
    }

    /// Where each parameter starts; nil for NULL.
    private var starts: [Int?] = []
    private var lengths: [CInt] = []
    private var formats: [CInt] = []
    private var pointers: [UnsafePointer<CChar>?] = []

    /// Throws for what `fill` could not send.
    func check(_ parameters: [Parameter]) throws(PostgreSQLError) {
        for (index, parameter) in parameters.enumerated() {
            switch parameter {
            case .text(let text) where text.utf8.contains(0):
                throw PostgreSQLError(.parameter, "parameter $\(index + 1) contains a NUL, which text of PostgreSQL cannot hold")
            case .text(let text) where text.utf8.count > ParameterBuffer.limit: throw ParameterBuffer.tooLarge(index)
            case .bytes(let bytes) where bytes.count > ParameterBuffer.limit: throw ParameterBuffer.tooLarge(index)
            default: break
            }
        }
    }

    mutating func fill(with parameters: [Parameter]) {
        bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
        starts.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        for parameter in parameters {
            let start = bytes.count
            switch parameter {
            case .null: break
            case .text(var text):
                text.withUTF8 { bytes.append(contentsOf: $0) }
            case .int(let value): append(value)
            case .uuid(let value): append(value)
            case .bytes(let value): bytes.append(contentsOf: value)
            }
            let isNull = parameter == .null
            starts.append(isNull ? nil : start)
            lengths.append(CInt(bytes.count - start))
            if case .bytes = parameter { formats.append(1) } else { formats.append(0) }
            bytes.append(0)
        }
    }

    /// The number of parameters, their starts, lengths and formats, valid during the call.
    mutating func withPointers(
        _ body: (CInt, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?) -> CInt
    ) -> CInt {
        pointers.removeAll(keepingCapacity: true)
        return bytes.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            for start in starts { pointers.append(start.flatMap { start in base.map { $0 + start } }) }
            return pointers.withUnsafeBufferPointer { pointers in
                body(CInt(pointers.count), pointers.baseAddress, lengths, formats)
            }
        }
    }

    private mutating func append(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func append(_ value: UUID) {
        withUnsafeBytes(of: value.uuid) { uuid in
            for byte in uuid {
                bytes.append(Hex.digit(byte >> 4))
                bytes.append(Hex.digit(byte & 15))
            }
        }
    }
}
