internal import FoundationEssentials

/// The certificate that a phone has to trust before it can tell this machine from a stranger's.
///
/// It belongs to an authority that is good for this machine's addresses and name alone, and whose key is gone.
public struct TrustedCertificate: Sendable, Hashable {
  /// Its bytes in base64, without line ends.
  let base64: String
  /// Its SHA-256 fingerprint, as phones show it: 32 bytes in hexadecimal with colons between them.
  public let fingerprint: String

  /// Takes apart what `openssl x509 -fingerprint -sha256` writes: the fingerprint behind `=`, and PEM (RFC 7468, 2).
  public init?(described text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let begin = lines.firstIndex { $0 == "-----BEGIN CERTIFICATE-----" }
    let end = lines.firstIndex { $0 == "-----END CERTIFICATE-----" }
    guard let begin, let end, begin < end,
      let told = lines[..<begin].first(where: { $0.contains("ingerprint=") }),
      let fingerprint = told.split(separator: "=").last
    else { return nil }
    base64 = lines[(begin + 1)..<end].joined()
    self.fingerprint = String(fingerprint)
    guard Data(base64Encoded: base64) != nil, fingerprint.split(separator: ":").count == 32 else {
      return nil
    }
  }

  /// The certificate for Android and computers (X.690, DER).
  var octets: [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }

  /// The profile that hands it to iOS (Apple, Configuration Profile Reference: Certificate Payload).
  ///
  /// Its identifiers come from the fingerprint: the same certificate is not installed twice.
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
