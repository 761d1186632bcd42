import Testing
import Wallet

@testable import WebApp

@Suite("How a phone gets here, in words")
struct HomeWordsTests {
  @Test func `the link for phones has no secret`() throws {
    let network = try #require(
      HomeNetwork(addresses: ["192.168.0.2", "10.0.0.2"], hostName: "kitchen"))
    let access = HomeAccess(
      network, port: 22_739, certificate: try TrustedCertificateTests.certificate)
    #expect(access.trustLink == "https://192.168.0.2:22739/trust")
    #expect(
      access.urls.map(\.origin) == [
        "https://192.168.0.2:22739", "https://10.0.0.2:22739", "https://kitchen.local:22739",
      ])
    #expect(
      HomeWords.invitation(to: access.trustLink)
        == "On a phone in your home network, open https://192.168.0.2:22739/trust")
  }

  @Test func `the fingerprint is shown whole, as iPhones and Android show it`() throws {
    let fingerprint = try TrustedCertificateTests.certificate.fingerprint
    let words = HomeWords.advice(fingerprint: fingerprint)
    let lines = words.split(separator: "\n").map { $0.drop { $0 == " " } }
    let start = try #require(lines.firstIndex { $0.hasPrefix("iPhone    ") })
    #expect(
      lines[start].dropFirst(10) + " " + lines[start + 1]
        == fingerprint.replacing(":", with: " ")[...])
    #expect(lines[start + 2].dropFirst(10) + lines[start + 3] == fingerprint[...])
    #expect(words.contains("Type no code before"))
  }
}
