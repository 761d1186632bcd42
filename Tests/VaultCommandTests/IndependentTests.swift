import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// The reader and writer in Python: `Tests/Independent`.
enum IndependentTool {
  static let path = Person.checkout.appending("Tests/Independent/vault")
  /// Whether it can be used.
  static let isThere = FileManager.default.isExecutableFile(
    atPath: Person.checkout.appending(".build-independent/bin/python").string)
}

/// The reader and writer in Python that was written from the format's document alone, and ours.
@Suite(
  .enabled(
    if: IndependentTool.isThere,
    "the independent reader is not set up: bash Tests/Independent/setup"))
struct IndependentTests {
  /// A card, as both report it.
  private struct Told: Decodable, Equatable {
    let id: String
    let name: String?
    let tags: [String]
    let conflicts: Int
  }

  private struct Reading: Decodable {
    let cards: [Told]
    let removed: [String]
    let damaged: [String]
    let foreign: [String]
    let newer: [String]
    let retired: [String]
    let misnamed: [String]
    let key: String
    let fingerprint: String
    let rivals: [String]
    let named: [String]
    let saves: Bool
  }

  private struct Verified: Decodable {
    let damaged: [String]
    let foreign: [String]
    let newer: [String]
    let retired: [String]
    let misnamed: [String]
  }

  private func reads(
    _ person: Person, _ vault: FilePath, _ keys: [FilePath], retired: [FilePath] = []
  ) async throws -> Reading {
    let words =
      ["read", vault.string] + keys.map(\.string) + retired.flatMap { ["--retired", $0.string] }
    let outcome = try await person.runs(IndependentTool.path, words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Reading.self, from: Data(outcome.bytes))
  }

  private func lists(_ person: Person, _ words: [String]) async throws -> [Told] {
    let outcome = try await person.types(["list", "--all", "--format", "json"] + words)
    #expect(outcome.status == 0 || outcome.status == 3, "\(outcome.errors)")
    return try JSONDecoder().decode([Told].self, from: Data(outcome.bytes))
  }

  private func agree(_ ours: [Told], _ theirs: [Told]) {
    #expect(ours.sorted { $0.id < $1.id }.map(\.id) == theirs.map(\.id).sorted())
    for card in theirs {
      let own = ours.first { $0.id == card.id }
      #expect(own?.name ?? "" == card.name ?? "")
      #expect(own?.tags == card.tags.sorted())
      #expect(own?.conflicts == card.conflicts)
    }
  }

  @Test func `it opens what cardvault writes: cards, edits, packs, a changed key`()
    async throws
  {
    let person = try await Person.withVault()
    let sample = Person.samples.appending("qr-loyalty.jpg").string
    _ = try await person.types("import", sample, "--name", "Coffee", "--tag", "food")
    let other = Person.samples.appending("ean13-grocer.jpg").string
    _ = try await person.types("import", other, "--no-review")
    for name in ["Gym", "Zoo", "Gone"] {
      _ = try await person.types("add", "--name", name, "--tag", "town", "--tag", "Ä")
    }
    _ = try await person.types("edit", "Zoo", "--note", "upstairs", "--untag", "town")
    _ = try await person.types("remove", "Gone", "--yes")
    for number in 0..<130 {
      _ = try await person.types("edit", "Gym", "--note", "change \(number)")
    }
    let packs = try FileManager.default.contentsOfDirectory(
      atPath: person.vault.appending("packs").string)
    #expect(packs.count == 1)
    let ours = try await lists(person, [])
    let key = person.keys.appending(try person.keyName())
    let reading = try await reads(person, person.vault, [key])
    agree(ours, reading.cards)
    #expect(reading.removed.count == 1 && reading.saves && reading.damaged.isEmpty)
    #expect(reading.foreign.isEmpty && reading.named.isEmpty)

    let old = try await person.types("key", "check", "--format", "json").output
    #expect(old.contains(reading.fingerprint))
    let rotated = try await person.types("key", "rotate", "--no-sheet", "--yes", "--format", "json")
    #expect(rotated.status == 0, "\(rotated.errors)")
    let retired = person.keys.appending("retired").appending(reading.key)
    let new = person.keys.appending(try person.keyName())
    let after = try await reads(person, person.vault, [new], retired: [retired])
    agree(ours, after.cards)
    #expect(after.retired.isEmpty && after.damaged.isEmpty && after.foreign.isEmpty && after.saves)
    #expect(rotated.output.contains(after.fingerprint))
    // The old key is told which one to bring.
    let late = try await reads(person, person.vault, [retired])
    #expect(late.named == [after.key] && !late.saves && late.cards.isEmpty)
  }

  /// A key of another device goes among the keys of a person, the earlier ones of a vault to the retired ones.
  private func files(_ key: FilePath, at folder: FilePath) async throws {
    let tool = try Person()
    let checked = try await tool.types(
      "key", "check", "--format", "json", "--key-file", key.string)
    let id = try #require(checked.output.firstMatch(of: /"keyID":"([0-9a-f]+)"/)?.1)
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true)
    try copyKey(key, to: folder.appending(String(id)))
  }

  @Test(
    arguments: [
      ["--seed", "1"], ["--seed", "2", "--changes", "1"],
      ["--seed", "3", "--changes", "2", "--late"], ["--seed", "4", "--changes", "1", "--rivals"],
      ["--seed", "5", "--changes", "2", "--late", "--rivals"],
    ])
  func `cardvault opens what it writes`(options: [String]) async throws {
    let person = try Person()
    let (vault, key) = (person.home.appending("vault"), person.home.appending("key"))
    let cards = Person.checkout.appending("Tests/Independent/cards.json").string
    let made = try await person.runs(
      IndependentTool.path, ["write", vault.string, key.string, cards] + options)
    #expect(made.status == 0, "\(made.errors)")
    let old = (0..<4).map { person.home.appending("key.\($0)") }
      .filter { FileManager.default.fileExists(atPath: $0.string) }
    for old in old { try await files(old, at: person.keys.appending("retired")) }
    let reading = try await reads(person, vault, [key], retired: old)
    #expect(reading.cards.count > 8 && reading.saves)
    #expect(reading.retired.isEmpty != options.contains("--late"))
    let places = ["--vault", vault.string, "--key-file", key.string]
    agree(try await lists(person, places), reading.cards)
    let verified = try await person.types(["verify", "--format", "json"] + places)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    let report = try JSONDecoder().decode(Verified.self, from: Data(verified.bytes))
    #expect(report.retired == reading.retired && report.foreign == reading.foreign)
    // And cardvault continues with it.
    let added = try await person.types(["add", "--name", "From cardvault"] + places)
    #expect(added.status == 0, "\(added.errors)")
    let again = try await reads(person, vault, [key], retired: old)
    #expect(again.cards.map(\.name).contains("From cardvault"))
    agree(try await lists(person, places), again.cards)
    if options.contains("--late") {
      let taken = try await person.types(["merge", "--retired", "--yes"] + places)
      #expect(taken.status == 0, "\(taken.errors)")
      let all = try await reads(person, vault, [key], retired: old)
      #expect(all.retired.isEmpty && all.damaged.isEmpty, "\(all.retired)")
      agree(try await lists(person, places), all.cards)
    }
    guard options.contains("--rivals") else { return }
    let rival = person.home.appending("key.rival")
    let both = try await reads(person, vault, [key, rival], retired: old)
    #expect(both.rivals.count == 1)
    try await files(rival, at: person.keys)
    let asked = try await person.types(["list"] + places)
    #expect(asked.errors.contains("two devices changed the vault's key at once"), "\(asked)")
    let line = try String(contentsOf: URL(filePath: key.string), encoding: .ascii)
    let kept = try await person.types(
      ["key", "restore", "-", "--keep", "restored"] + places, input: line)
    #expect(kept.status == 0, "\(kept.errors)")
    let decided = try await reads(person, vault, [key, rival], retired: old)
    #expect(decided.rivals.isEmpty && decided.key == reading.key)
    #expect(try await person.types(["merge", "--retired", "--yes"] + places).status == 0)
    let whole = try await reads(person, vault, [key], retired: old + [rival])
    #expect(whole.retired.isEmpty && whole.cards.count >= both.cards.count)
    agree(try await lists(person, places), whole.cards)
  }

  private struct Bundle: Decodable {
    struct Card: Decodable {
      let name: String
      let tags: [String]
      let note: String?
    }

    let cards: [Card]
    let devices: [Int]
    let photos: [String]
    let vaults: Int
  }

  @Test func `it opens the bundles that cardvault writes, for its key and for others`() async throws
  {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] {
      _ = try await person.types("add", "--name", name, "--tag", "town", "--note", "of \(name)")
    }
    _ = try await person.types("export", "own")
    let sealed = try await person.types(
      "export", "shared", "--cards", "Zoo", "--passphrase", "--passphrase-fd", "0",
      input: "words\n")
    #expect(sealed.status == 0, "\(sealed.errors)")
    let read = try await person.runs(
      IndependentTool.path,
      ["open", person.home.appending("shared").string, "--passphrase-fd", "0"],
      input: "words\n")
    #expect(read.status == 0, "\(read.errors)")
    let bundle = try JSONDecoder().decode(Bundle.self, from: Data(read.bytes))
    #expect(bundle.cards.map(\.name) == ["Zoo"] && bundle.cards[0].note == "of Zoo")
    #expect(bundle.cards[0].tags == ["town"] && bundle.devices == [1] && bundle.vaults == 0)
    let wrong = try await person.runs(
      IndependentTool.path,
      ["open", person.home.appending("shared").string, "--passphrase-fd", "0"],
      input: "Words\n")
    #expect(wrong.status == 13 && wrong.errors.contains("wrong-passphrase"))

    let empty = person.home.appending("empty")
    try FileManager.default.createDirectory(
      atPath: empty.string, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: person.vault.string)
    where name.hasSuffix(".vault") {
      try FileManager.default.copyItem(
        atPath: person.vault.appending(name).string, toPath: empty.appending(name).string)
    }
    let key = person.keys.appending(try person.keyName()).string
    let own = try await person.runs(
      IndependentTool.path,
      ["read", empty.string, key, "--bundle", person.home.appending("own").string])
    #expect(own.status == 0, "\(own.errors)")
    agree(
      try await lists(person, []),
      try JSONDecoder().decode(Reading.self, from: Data(own.bytes)).cards)
  }

  @Test func `cardvault accepts the bundle for others that it writes`() async throws {
    let person = try await Person.withVault()
    let cards = Person.checkout.appending("Tests/Independent/cards.json").string
    let path = person.home.appending("shared").string
    let photo = try person.file("photo.webp", Array("RIFF\0\0\0\0WEBP".utf8)).string
    let made = try await person.runs(
      IndependentTool.path,
      ["seal", path, cards, "--passphrase-fd", "0", "--seed", "1", "--photo", photo],
      input: "words\n")
    #expect(made.status == 0, "\(made.errors)")
    let read = try await person.runs(
      IndependentTool.path, ["open", path, "--passphrase-fd", "0"], input: "words\n")
    let bundle = try JSONDecoder().decode(Bundle.self, from: Data(read.bytes))
    #expect(bundle.cards.count > 8 && bundle.photos.count == 1)
    let merged = try await person.types(
      "merge", path, "--passphrase-fd", "0", "--format", "json", input: "words\n")
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.output.contains("\"drafts\":\(bundle.cards.count)"))
    let ours = try await lists(person, [])
    #expect(ours.compactMap(\.name).sorted() == bundle.cards.map(\.name).sorted())
    #expect(try await person.types("verify").status == 0)
  }

  @Test(arguments: [("key", "expected"), ("key-old", "expected-old")])
  func `both read the frozen vault the same`(key: String, expected: String) async throws {
    let person = try Person()
    let frozen = Person.checkout.appending("Tests/Vectors/vault-1")
    let (vault, keyFile) = (person.home.appending("vault"), person.home.appending("key"))
    try FileManager.default.copyItem(
      atPath: frozen.appending("vault").string, toPath: vault.string)
    try copyKey(frozen.appending(key), to: keyFile)
    if key == "key" {
      let old = person.home.appending("old")
      try copyKey(frozen.appending("key-old"), to: old)
      try await files(old, at: person.keys.appending("retired"))
    }
    let expectation = try JSONDecoder().decode(
      Reading.self,
      from: Data(contentsOf: URL(filePath: frozen.appending("\(expected).json").string)))
    let places = ["--vault", vault.string, "--key-file", keyFile.string]
    agree(try await lists(person, places), expectation.cards)
    let verified = try await person.types(["verify", "--format", "json"] + places)
    let report = try JSONDecoder().decode(Verified.self, from: Data(verified.bytes))
    #expect(report.damaged.sorted() == expectation.damaged)
    #expect(report.foreign == expectation.foreign)
    #expect(report.newer == expectation.newer)
    #expect(report.retired == expectation.retired)
    #expect(report.misnamed == expectation.misnamed)
    let checked = try await person.types(["key", "check", "--format", "json"] + places)
    #expect(checked.output.contains(expectation.fingerprint), "\(checked.output)")
    let added = try await person.types(["add", "--name", "New"] + places)
    #expect(expectation.saves ? [0, 3].contains(added.status) : [12, 13].contains(added.status))
  }

  /// Git does not keep modes.
  private func copyKey(_ key: FilePath, to place: FilePath) throws {
    try FileManager.default.copyItem(atPath: key.string, toPath: place.string)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.string)
  }
}
