import Testing

@testable import WebApp

@Suite("The address behind a reverse proxy")
struct PublicURLTests {
  @Test(arguments: [
    ("https://Cards.example.org", "https://cards.example.org"),
    ("https://cards.example.org/", "https://cards.example.org"),
    ("https://cards.example.org:443", "https://cards.example.org"),
    ("https://cards.example.org:8443", "https://cards.example.org:8443"),
    ("http://cards.local:80", "http://cards.local"),
    ("https://[fd00::1]:8443", "https://[fd00::1]:8443"),
  ])
  func `an address is a scheme, a host and a port`(text: String, origin: String) {
    #expect(PublicURL(text)?.origin == origin)
  }

  @Test(arguments: [
    "", "cards.example.org", "ftp://cards.example.org", "https://", "https:///",
    "https://cards.example.org/cards", "https://me@cards.example.org", "https://a b",
    "https://cards.example.org?x",
    "https://:443", "https://[", "https://cärds.example", "javascript://x",
  ])
  func `anything else is refused`(text: String) {
    #expect(PublicURL(text) == nil)
  }
}
