import Cards
import Testing
import Wallet

/// Names of files for cards.
@Suite struct CardFileNamesTests {
  private func names(_ cards: String..., codeNumber: Int? = nil) -> [String] {
    var naming = CardFileNames()
    return cards.map { naming.name(for: .sample($0), codeNumber: codeNumber, ending: "png") }
  }

  @Test(arguments: [
    ("Lidl Plus", "Lidl Plus.png"), ("Müller & Söhne", "Müller & Söhne.png"),
    ("../../etc/passwd", "etc-passwd.png"), ("a/b\\c:d", "a-b-c-d.png"), (".hidden", "hidden.png"),
    ("--help", "help.png"), ("", "card.png"), ("🎫", "card.png"), ("a\u{0}\n\u{202E}b", "a---b.png"),
    ("カード", "カード.png"), ("بطاقة", "بطاقة.png"), ("con. ", "card con.png"),
    ("NUL .txt", "card NUL .txt.png"), ("Com¹", "card Com¹.png"), ("Con Gusto", "Con Gusto.png"),
    ("Contour", "Contour.png"), ("com", "com.png"), ("COM10", "COM10.png"),
  ])
  func `a name is readable on any system`(card: String, file: String) {
    #expect(names(card) == [file])
  }

  @Test func `no two are alike, also where case makes no difference`() {
    #expect(names("Gym", "GYM", "gym") == ["Gym.png", "GYM 2.png", "gym 3.png"])
    #expect(names("Gym 2", "Gym", "Gym") == ["Gym 2.png", "Gym.png", "Gym 3.png"])
    #expect(names("Gym", codeNumber: 2) == ["Gym code 2.png"])
  }

  @Test func `thousands of cards may have one name`() {
    var naming = CardFileNames()
    let count = 20_000
    let names = (1...count).map { _ in
      naming.name(for: .sample("Gym"), codeNumber: nil, ending: "png")
    }
    #expect(Set(names).count == count && names.last == "Gym \(count).png")
  }

  @Test func `a long name is cut between characters`() {
    let name = names(String(repeating: "長e\u{301}", count: 100))[0]
    #expect(name.utf8.count <= 124 && name.hasSuffix(".png"))
    #expect(!name.contains("\u{FFFD}"))
  }
}
