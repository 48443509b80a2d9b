/// The headers that every page goes with.
enum PageHeaders {
    /// Nothing inline runs, nothing comes from elsewhere, nothing is framed. Strings become markup only through
    /// the one Trusted Types policy of `mantel.js`, and never become code.
    static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; \
        manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; \
        require-trusted-types-for 'script'; trusted-types default
        """

    static let all: [(name: String, value: String)] = [
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Security-Policy", contentSecurityPolicy),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        // Not "no-referrer": with it browsers send "Origin: null" with our own forms, and the origin check refuses them.
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"),
    ]

    /// Goes with the answer to signing out, so that nothing of this person stays on the device.
    static let signedOut: [(name: String, value: String)] = [("Clear-Site-Data", "\"cache\", \"storage\"")]
}
