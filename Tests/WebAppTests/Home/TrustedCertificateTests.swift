import Foundation
import Testing

@testable import WebApp

@Suite("The certificate that phones trust")
struct TrustedCertificateTests {
  /// As openssl wrote it.
  static let described = """
    sha256 Fingerprint=D0:C1:1B:D4:AD:B8:38:DD:A9:1D:36:91:50:FB:41:87:35:E2:A0:2B:24:79:10:F8:1E:E7:B6:D2:EE:CA:8E:67
    -----BEGIN CERTIFICATE-----
    MIIByzCCAXGgAwIBAgIUX5d2zBofEwpq5MsDTB8Tvfb2ZtYwCgYIKoZIzj0EAwIw
    GjEYMBYGA1UEAwwPY2FyZHZhdWx0IG9uIHZtMB4XDTI2MTEyMzA2MDMzMFoXDTI3
    MTEyMzA2MDMzMFowGjEYMBYGA1UEAwwPY2FyZHZhdWx0IG9uIHZtMFkwEwYHKoZI
    zj0CAQYIKoZIzj0DAQcDQgAE5lFi1zpNRTU05T0ITnvkJ6DKRvgm9S+ivi05r3iC
    emys2lhvlrJpaFZO3hxIjAI2vU0OXnC6nNwKCgRNpArjmKOBlDCBkTASBgNVHRMB
    Af8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwICBDAdBgNVHQ4EFgQUsLKtoJ3VEy8q
    sMRH9hsiWHCBaSYwTAYDVR0eAQH/BEIwQKAYMAqHCMAAAgL/////MAqCCHZtLmxv
    Y2FsoSQwIocgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwCgYIKoZI
    zj0EAwIDSAAwRQIgAWMeVr26DHja2COZV8JA2SDSJdA4Fq36laipP2v4hw4CIQDo
    qiEV8x8yWpahm6tso8xK7McTyOOlMPB/XTYXqy6hCw==
    -----END CERTIFICATE-----
    """

  static var certificate: TrustedCertificate {
    get throws { try #require(TrustedCertificate(described: described)) }
  }

  @Test func `the fingerprint is the SHA-256 one`() throws {
    let certificate = try Self.certificate
    #expect(certificate.fingerprint.hasPrefix("D0:C1:1B:D4:"))
    #expect(certificate.fingerprint.split(separator: ":").count == 32)
    // A DER sequence with a length of two bytes (X.690, 8.1.3.5).
    #expect(certificate.octets.starts(with: [0x30, 0x82]))
  }

  @Test func `the profile is a property list that holds the certificate`() throws {
    let certificate = try Self.certificate
    let read = try unsafe PropertyListSerialization.propertyList(
      from: Data(certificate.profile.utf8), format: nil)
    let list = try #require(read as? [String: Any])
    #expect(list["PayloadType"] as? String == "Configuration")
    #expect(list["PayloadUUID"] as? String == "D0C11BD4-ADB8-38DD-A91D-369150FB4187")
    let content = try #require((list["PayloadContent"] as? [[String: Any]])?.first)
    #expect(content["PayloadType"] as? String == "com.apple.security.root")
    #expect(content["PayloadUUID"] as? String == "35E2A02B-2479-10F8-1EE7-B6D2EECA8E67")
    #expect(content["PayloadContent"] as? Data == Data(certificate.octets))
  }

  @Test(arguments: ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----", "ingerprint=", ":"])
  func `without any of its parts there is none`(part: String) {
    #expect(TrustedCertificate(described: Self.described.replacing(part, with: "")) == nil)
  }
}
