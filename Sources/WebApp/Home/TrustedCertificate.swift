internal import FoundationEssentials
internal import Hummingbird

/// The certificate that a phone must trust before it can tell this machine from a stranger's.
///
/// Its authority can vouch for this machine's addresses and name alone, and the authority's key is gone.
public struct TrustedCertificate: Sendable, Hashable {
  /// DER in base64, without line breaks.
  let base64: String
  /// SHA-256, as phones show it: 32 bytes in hexadecimal, separated by colons.
  public let fingerprint: String

  /// Parses the output of `openssl x509 -fingerprint -sha256`: the fingerprint after `=`, and PEM (RFC 7468, 2).
  public init?(described text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let begin = lines.firstIndex { $0 == "-----BEGIN CERTIFICATE-----" }
    let end = lines.firstIndex { $0 == "-----END CERTIFICATE-----" }
    guard let begin, let end, begin < end,
      let line = lines[..<begin].first(where: { $0.contains("ingerprint=") }),
      let fingerprint = line.split(separator: "=").last
    else { return nil }
    base64 = lines[(begin + 1)..<end].joined()
    self.fingerprint = String(fingerprint)
    guard Data(base64Encoded: base64) != nil, fingerprint.split(separator: ":").count == 32 else {
      return nil
    }
  }

  /// DER (X.690), for Android and computers.
  var octets: [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }

  /// The profile that installs it on iOS (Apple, Configuration Profile Reference: Certificate Payload).
  ///
  /// Its identifiers come from the fingerprint, so that the same certificate is not installed twice.
  var profile: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>cardvault.home</string>
      <key>PayloadUUID</key><string>\(identifier(from: 0))</string>
      <key>PayloadDisplayName</key><string>cardvault at home</string>
      <key>PayloadDescription</key><string>Lets this device recognise cardvault on your computer. The certificate \
    is good for that computer alone.</string>
      <key>PayloadContent</key><array><dict>
        <key>PayloadType</key><string>com.apple.security.root</string>
        <key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>cardvault.home.certificate</string>
        <key>PayloadUUID</key><string>\(identifier(from: 16))</string>
        <key>PayloadDisplayName</key><string>cardvault</string>
        <key>PayloadCertificateFileName</key><string>cardvault.crt</string>
        <key>PayloadContent</key><data>\(base64)</data>
      </dict></array>
    </dict></plist>

    """
  }

  /// 16 bytes of the fingerprint as a UUID (RFC 9562, 4).
  private func identifier(from start: Int) -> String {
    let bytes = fingerprint.split(separator: ":")[start..<(start + 16)]
    let groups = [4, 2, 2, 2, 6]
    var rest = bytes
    return groups.map { count in
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).joined()
    }.joined(separator: "-")
  }
}

extension TrustedCertificate {
  /// Adds the files by which a device comes to trust this machine.
  ///
  /// They are the same for everybody and needed before anybody can sign in, so they need no session.
  func add(to router: some RouterMethods) {
    router.group("trust")
      .get("cardvault.crt") { _, _ in
        try Answer.file(octets, type: "application/x-x509-ca-cert").response()
      }
      .get("cardvault.mobileconfig") { _, _ in
        try Answer.file(Array(profile.utf8), type: "application/x-apple-aspen-config").response()
      }
  }
}
