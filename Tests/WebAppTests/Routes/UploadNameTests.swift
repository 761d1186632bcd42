import Cards
import Testing

@testable import WebApp

@Suite("What a page sends as text")
struct UploadNameTests {
  @Test(arguments: [
    ("gym.jpg", "gym.jpg"), ("B%C3%A4ckerei%20neu.jpg", "Bäckerei neu.jpg"),
    ("../../etc/passwd", "passwd"), ("C%3A%5Cphotos%5Cgym.jpg", "gym.jpg"),
    ("%2e%2e%2fgym.jpg", "gym.jpg"), ("a%00b%1B%5B31m.jpg", "ab[31m.jpg"),
    ("%E2%80%AEgpj.exe", "gpj.exe"), ("100%", "100%"), ("%zz", "%zz"), ("%", "%"), ("%4", "%4"),
    ("", "photo"), ("-", "photo"), ("///", "photo"),
  ])
  func `a file's name is its last part, without control characters`(header: String, name: String) {
    #expect(UploadName(header).text == name)
  }

  @Test func `no name is a photo, and a long one is cut`() {
    #expect(UploadName(nil).text == "photo")
    #expect(UploadName(String(repeating: "x", count: 5_000)).text.count == 200)
  }

  @Test func `an id is 32 hexadecimal digits`() throws {
    var generator = SystemRandomNumberGenerator()
    let id = CardID(using: &generator)
    #expect(CardID(hexadecimal: id.description) == id)
    for text in ["", "0", String(id.description.dropLast()), id.description + "0"] {
      #expect(CardID(hexadecimal: text) == nil)
    }
    for odd in ["g", "é", "０", "-"] {
      #expect(CardID(hexadecimal: odd + id.description.dropFirst()) == nil)
    }
  }
}
