internal import HTTPTypes

/// Headers of every answer: what the page may do, and what browsers may store.
enum ResponseHeaders {
  /// Content Security Policy Level 3: nothing but what is listed.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
    "connect-src 'self'", "manifest-src 'self'", "form-action 'none'", "base-uri 'none'",
    "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")

  private static let fields: [(name: String, value: String)] = [
    ("Content-Security-Policy", policy),
    (
      "Permissions-Policy",
      "camera=(self), screen-wake-lock=(self), clipboard-write=(self), microphone=(), geolocation=(), "
        + "payment=(), usb=(), serial=(), hid=(), display-capture=()"
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
  ]

  /// Lets browsers keep an answer for good (RFC 8246): only of what holds no data, at an address of its content alone.
  static let kept = "public, max-age=31536000, immutable"

  /// Adds them to an answer, which no browser keeps unless it says so itself.
  static func add(to headers: inout HTTPFields) {
    for (text, value) in fields {
      if let name = HTTPField.Name(text) { headers[name] = value }
    }
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
  }

  /// Makes the browser clear its cache, after a lock (Clear Site Data, 3.1).
  static let clearing = HTTPField.Name("Clear-Site-Data")
}
