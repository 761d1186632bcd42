import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// `Scripts.md`, the page for people who write scripts.
@Suite struct `The page for scripts` {
  /// Ordinary use, and what goes wrong: each line's words, and what is typed on standard input.
  private static let use: [(words: String, input: String)] = [
    ("init", ""), ("init", ""), ("doctor", ""), ("--version --verbose", ""),
    ("add --name Gym --code 1234567 --symbology code128 --tag sport --expires 2020-01-31", ""),
    ("add --name Zoo --balance 20EUR --pin -", "1234\n"),
    ("import --no-review PICTURES/two-codes-one-card.webp missing.png", ""),
    ("import cards.csv --columns Store=name,Card=code,PIN=pin,Memo=note", ""),
    ("import cards.csv --columns Store=name,Card=code,PIN=pin,Memo=note", ""),
    ("import gym.csv --columns Store=name,Card=code,Memo=note", ""),
    ("read PICTURES/ean13-grocer.jpg missing.png", ""),
    ("read --isbn PICTURES/ean13-grocer.jpg", ""), ("review --accept-sure", ""),
    ("list --all", ""), ("find 1234567", ""), ("show Zoo --as json --pin", ""),
    ("edit Gym --note hello", ""), ("use Gym", ""), ("spend Zoo 5", ""),
    ("favourite Gym", ""), ("remove Gym --yes", ""), ("restore", ""), ("undo", ""),
    ("history Gym", ""), ("history Zoo", ""), ("stats", ""), ("device", ""),
    ("sync copy", ""), ("sync copy", ""), ("verify", ""), ("conflicts", ""),
    ("export all.cards", ""), ("verify all.cards", ""), ("merge all.cards", ""),
    ("read PICTURES/blurred.jpg", ""), ("print --all --output all.pdf", ""),
    ("picture Gym --output gym.png", ""), ("export --to csv all.csv", ""),
    ("export --to json all.json", ""), ("key check", ""),
    ("key sheet --output sheet.pdf", ""), ("lock", ""), ("unlock", ""),
    ("key rotate --sheet new.pdf --yes", ""), ("key restore -", "KEY"), ("show nothing", ""),
    ("list", ""),
  ]

  @Test func `describes every field with the command that prints it`() async throws {
    let page = try String(
      contentsOfFile: Person.checkout.appending("Sources/cardvault/Scripts.md").string,
      encoding: .utf8)
    let person = try Person()
    _ = try person.file("cards.csv", Array("Store,Card,PIN,Memo\nShop,7654321,99,x\n".utf8))
    _ = try person.file("gym.csv", Array("Store,Card,Memo\nGym,1234567,upstairs\n".utf8))
    var printed: [String: Set<String>] = [:]
    for (words, input) in Self.use {
      // The last one has something to complain about.
      if words == Self.use.last?.words { try damage(person) }
      let typed = words.replacing("PICTURES", with: Person.samples.string).split(separator: " ")
      let key =
        input == "KEY"
        ? try String(
          contentsOfFile: person.keys.appending(person.keyName()).string, encoding: .ascii) : input
      let outcome = try await person.types(
        typed.map(String.init) + ["--format", "json"], input: key)
      let lines = (outcome.output + outcome.errors).split(separator: "\n")
      #expect(!lines.isEmpty && outcome.status != 64, "\(words): \(outcome.errors)")
      for line in lines {
        let value = try JSONSerialization.jsonObject(
          with: Data(line.utf8), options: .fragmentsAllowed)
        printed[words, default: []].formUnion(Self.fields(of: value))
      }
    }
    let paragraphs = page.replacing("\n- ", with: "\n\n").split(separator: "\n\n")
    for (words, fields) in printed {
      let command = Self.command(in: words)
      for field in fields {
        let isDescribed = paragraphs.contains { paragraph in
          // What begins with no name of a command or field is for all commands.
          let isOfCommand =
            !paragraph.hasPrefix("`") || paragraph.contains("`\(command)`")
            || paragraph.contains("`\(command) ")
          return isOfCommand && paragraph.contains("`\(field)`")
        }
        #expect(isDescribed, "\(words) prints “\(field)”, which its description does not name")
      }
    }
    #expect(printed["list"]?.contains("notice") == true)
    #expect(printed.values.contains { $0.contains("gained") })
  }

  /// The command in what is typed: its first word, and the second of a command on the key.
  private static func command(in words: String) -> String {
    words.split(separator: " ").prefix(words.hasPrefix("key ") ? 2 : 1).joined(separator: " ")
  }

  private func damage(_ person: Person) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: person.vault.string).sorted()
    let saves = files.filter { $0.hasSuffix(".segment") || $0.hasSuffix(".pack") }
    let path = person.vault.appending(try #require(saves.first)).string
    try Data([1]).write(to: URL(filePath: path))
  }

  /// The names of all fields in a JSON value.
  private static func fields(of value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(fields(of: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.values.reduce(into: Set(object.keys)) { $0.formUnion(fields(of: $1)) }
  }
}
