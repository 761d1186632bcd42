import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// What commands print, against `Sources/Wallet/JSON.md`.
@Suite struct `The description of JSON for scripts` {
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
    ("read --isbn PICTURES/ean13-addon5.jpg", ""), ("review --accept-sure", ""),
    ("list --all", ""), ("find 1234567", ""), ("show Zoo --as json --pin", ""),
    ("edit Gym --note hello", ""), ("use Gym", ""), ("spend Zoo 5", ""), ("top-up Zoo 5", ""),
    ("favourite Gym", ""), ("remove Gym --yes", ""), ("restore", ""),
    ("list --removed", ""), ("undo", ""), ("redo", ""), ("undo", ""), ("history", ""),
    ("history Gym", ""), ("history Zoo", ""), ("stats", ""), ("sync --status", ""),
    ("sync ./copy", ""), ("sync copy", ""), ("verify", ""), ("resolve", ""),
    ("export all.cards", ""), ("verify all.cards", ""), ("merge all.cards", ""),
    ("read PICTURES/blurred.jpg", ""), ("print --all --output all.pdf", ""),
    ("picture Gym --output gym.png", ""), ("export --to csv all.csv", ""),
    ("pocket ./site --link-with-key https://cards.example.org/", ""),
    ("pocket ./site --check", ""), ("pocket ./site --words", ""),
    ("pocket ./site --remove", ""), ("import doubtful.csv --yes", ""),
    ("export --to catima all.zip", ""),
    ("export --to json all.json", ""), ("key check", ""),
    ("key sheet --output sheet.pdf", ""), ("unlock --off", ""), ("unlock", ""),
    ("key rotate --sheet new.pdf --yes", ""), ("key restore -", "KEY"), ("show nothing", ""),
    ("list", ""), ("verify", ""),
  ]

  /// What none of these brings about: an interruption, another device's new key, a server, a drawing that fails, a photo
  /// on which digits are missing, a new passphrase, files that are gone for
  /// good, a page.
  private static let rare: Set<String> = [
    "ForeignExport.tooLargeToImport", "Key.kibibytes", "Key.leftovers", "Key.passes",
    "Notice.losesCards",
    "PartialCode.pattern",
    "PartialCode.symbology", "Passphrase.isWrapped", "Picture.holdsKey", "Picture.partialCodes",
    "RestoredKey.kept", "RestoredKey.moved", "Served.address",
    "Served.fingerprint", "Served.signIn", "Served.trust", "Unlocked.seconds",
    "Verification.forgotten",
  ]

  @Test func `is what the commands print, field by field`() async throws {
    let described = try #require(DescribedJSON.described)
    let person = try Person()
    _ = try person.file("cards.csv", Array("Store,Card,PIN,Memo\nShop,7654321,99,x\n".utf8))
    _ = try person.file("gym.csv", Array("Store,Card,Memo\nGym,1234567,upstairs\n".utf8))
    _ = try person.file(
      "doubtful.csv",
      Array("name,symbology,code,bytes,draft,id\nBuns,EAN-13,4006381333932,,doubtful,\n".utf8))
    var met: Set<String> = []
    /// Compares a line with the one of these types that fits.
    func compare(_ line: Data, _ types: [String], _ words: String) {
      let comparisons = types.map { type in
        var comparison = JSONComparison(with: described)
        comparison.compare(line, with: type, words)
        return comparison
      }
      guard let fitting = comparisons.first(where: \.problems.isEmpty) else {
        Issue.record("\(words): \(comparisons.last?.problems ?? ["nothing is described"])")
        return
      }
      met.formUnion(fitting.met)
    }
    for (words, input) in Self.use {
      // The last ones have something to complain about.
      if words == "list" { try damage(person) }
      let typed = words.replacing("PICTURES", with: Person.samples.string).split(separator: " ")
        .map(String.init)
      let key =
        input == "KEY"
        ? try String(
          contentsOfFile: person.keys.appending(person.keyName()).string, encoding: .ascii) : input
      let outcome = try await person.types(typed + ["--format", "json"], input: key)
      #expect(
        !(outcome.output + outcome.errors).isEmpty && outcome.status != 64,
        "\(words): \(outcome.errors)")
      let types = Self.types(of: typed, in: described)
      for line in outcome.output.split(separator: "\n") { compare(Data(line.utf8), types, words) }
      for line in outcome.errors.split(separator: "\n") {
        compare(Data(line.utf8), ["Failure", "Notice"], words)
      }
    }
    let exported = try Data(contentsOf: URL(filePath: person.home.appending("all.json").string))
    compare(exported, ["[ExportedCard]"], "export --to json")
    let missing = described.fields(ofCommands: true).subtracting(met)
    #expect(missing.sorted() == Self.rare.sorted())
  }

  /// The types of the longest description whose words are all typed, in whatever order after the command.
  private static func types(of typed: [String], in described: DescribedJSON) -> [String] {
    described.commands
      .map { (words: $0.key.split(separator: " ").map(String.init), types: $0.value) }
      .filter { $0.words.first == typed.first && Set($0.words).isSubset(of: typed) }
      .max { $0.words.count < $1.words.count }?.types ?? []
  }

  private func damage(_ person: Person) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: person.vault.string).sorted()
    let saves = files.filter { $0.hasSuffix(".segment") || $0.hasSuffix(".pack") }
    let path = person.vault.appending(try #require(saves.first)).string
    try Data([1]).write(to: URL(filePath: path))
  }
}
