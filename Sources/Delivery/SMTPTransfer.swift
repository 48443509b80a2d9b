import CCurl
import Household

/// One delivery over one connection, on the thread of its caller.
struct SMTPTransfer {
    var server: SMTPServer
    var deadlines: SMTPDeadlines

    func send(_ message: [UInt8], from sender: MailAddress, to recipient: MailAddress) throws(SMTPFailure) -> SMTPReply {
        guard let curl = curl_easy_init() else { throw .unavailable(nil, cause: "libcurl has no memory") }
        let recipients = curl_slist_append(nil, "<\(recipient)>")
        var exchange = SMTPExchange(message: message)
        let result = withUnsafeMutablePointer(to: &exchange) { exchange in
            prepare(curl, greeting: sender.domain)
            curl_set_string(curl, CURLOPT_MAIL_FROM, "<\(sender)>")
            curl_set_list(curl, CURLOPT_MAIL_RCPT, recipients)
            curl_set_offset(curl, CURLOPT_INFILESIZE_LARGE, curl_off_t(message.count))
            curl_set_pointer(curl, CURLOPT_READDATA, exchange)
            curl_set_pointer(curl, CURLOPT_HEADERDATA, exchange)
            curl_set_pointer(curl, CURLOPT_DEBUGDATA, exchange)
            curl_set_pointer(curl, CURLOPT_XFERINFODATA, exchange)
            let result = curl_easy_perform(curl)
            // Here, because it may still say goodbye, and then reads the answer into the exchange.
            curl_easy_cleanup(curl)
            return result
        }
        curl_slist_free_all(recipients)
        return try Self.outcome(of: exchange, result)
    }

    private func prepare(_ curl: UnsafeMutableRawPointer, greeting: String) {
        curl_set_string(curl, CURLOPT_URL, server.url(greeting: greeting))
        curl_set_string(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        // Signals are the process's own, and a proxy of the environment is meant for others.
        curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
        curl_set_string(curl, CURLOPT_PROXY, "")
        curl_set_long(curl, CURLOPT_FORBID_REUSE, 1)
        curl_set_long(curl, CURLOPT_USE_SSL, Int(server.security == .plain ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
        curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 1)
        curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 2)
        if let certificates = server.certificates { curl_set_string(curl, CURLOPT_CAINFO, certificates) }
        if let credentials = server.credentials {
            curl_set_string(curl, CURLOPT_USERNAME, credentials.user)
            curl_set_string(curl, CURLOPT_PASSWORD, credentials.password)
        }
        curl_set_long(curl, CURLOPT_CONNECTTIMEOUT_MS, deadlines.connect.milliseconds)
        curl_set_long(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, deadlines.answer.milliseconds / 1000))
        curl_set_long(curl, CURLOPT_TIMEOUT_MS, deadlines.total.milliseconds)
        curl_set_long(curl, CURLOPT_UPLOAD, 1)
        curl_set_transfer_function(curl, CURLOPT_READFUNCTION) { buffer, size, count, exchange in
            guard let buffer, let exchange = exchange?.assumingMemoryBound(to: SMTPExchange.self) else { return 0 }
            return exchange.pointee.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        }
        curl_set_transfer_function(curl, CURLOPT_HEADERFUNCTION) { line, size, count, exchange in
            guard let line, let exchange = exchange?.assumingMemoryBound(to: SMTPExchange.self) else { return 0 }
            exchange.pointee.receive(UnsafeRawBufferPointer(start: line, count: size * count))
            return size * count
        }
        // The only way to see which command an answer is for.
        curl_set_long(curl, CURLOPT_VERBOSE, 1)
        curl_set_debug_function(curl) { _, kind, bytes, count, exchange in
            guard kind == CURLINFO_HEADER_OUT, let bytes, let exchange = exchange?.assumingMemoryBound(to: SMTPExchange.self) else { return 0 }
            exchange.pointee.say(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
        curl_set_long(curl, CURLOPT_NOPROGRESS, 0)
        curl_set_progress_function(curl) { exchange, _, _, _, _ in
            guard let exchange = exchange?.assumingMemoryBound(to: SMTPExchange.self) else { return 0 }
            return Task.isCancelled && !exchange.pointee.isHandedOver ? 1 : 0
        }
    }

    /// The server's verdict counts; libcurl's result only says why there is none.
    private static func outcome(of exchange: SMTPExchange, _ result: CURLcode) throws(SMTPFailure) -> SMTPReply {
        let cause = String(cString: curl_easy_strerror(result))
        if let verdict = exchange.verdict {
            if (200..<300).contains(verdict.code) { return verdict }
            throw refusal(verdict, cause: cause)
        }
        if exchange.isHandedOver { throw .unknown(cause: cause) }
        guard let reply = exchange.reply, reply.code >= 400 else { throw .unavailable(nil, cause: cause) }
        switch exchange.stage {
        case .recipient, .message: throw refusal(reply, cause: cause)
        // The one no to MAIL that is about this message: it is too large (RFC 1870).
        case .sender where reply.code == 552: throw .permanent(reply)
        // A server that will have nothing from us may once somebody has mended that; no person is at fault.
        case .greeting, .sender: throw .unavailable(reply, cause: cause)
        }
    }

    /// A no to the recipient or to the message.
    private static func refusal(_ reply: SMTPReply, cause: String) -> SMTPFailure {
        if reply.concernsServer { return .unavailable(reply, cause: cause) }
        return reply.code >= 500 ? .permanent(reply) : .deferred(reply)
    }
}
