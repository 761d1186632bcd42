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
    let name: String
    let tags: [String]
    let conflicts: Int
  }

  private struct Reading: Decodable {
    let cards: [Told]
    let removed: [String]
    let damaged: [String]
    let foreign: [String]
    let newer: [String]
    let late: [String]
    let misnamed: [String]
    let needsKey: [String]
    let keys: Keys
    let fingerprint: String
    let epoch: Int
  }

  private struct Keys: Decodable {
    let top: [String]
    let current: String?
  }

  private struct Verified: Decodable {
    let damaged: [String]
    let foreign: [String]
    let newer: [String]
    let late: [String]
    let misnamed: [String]
    let needsKey: [String]
  }

  private func reads(_ person: Person, _ vault: FilePath, _ key: FilePath) async throws -> Reading {
    let outcome = try await person.runs(IndependentTool.path, ["read", vault.string, key.string])
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
      #expect(own?.name == card.name)
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
    let reading = try await reads(person, person.vault, key)
    agree(ours, reading.cards)
    #expect(reading.removed.count == 1 && reading.epoch == 0)
    #expect(reading.damaged.isEmpty && reading.foreign.isEmpty)

    let rotated = try await person.types("key", "rotate", "--yes", "--format", "json")
    #expect(rotated.status == 0, "\(rotated.errors)")
    _ = try await person.types("key", "rotate", "--finish", "--yes")
    let after = try await reads(person, person.vault, person.keys.appending(try person.keyName()))
    agree(ours, after.cards)
    #expect(after.epoch == 1 && after.late.isEmpty && after.damaged.isEmpty)
    #expect(rotated.output.contains(after.fingerprint))
  }

  @Test(
    arguments: [
      ["--seed", "1"], ["--seed", "2", "--epochs", "2"],
      ["--seed", "3", "--epochs", "2", "--unfinished"], ["--seed", "4", "--epochs", "3"],
      ["--seed", "5", "--epochs", "3", "--siblings"],
      ["--seed", "6", "--epochs", "3", "--siblings", "--unfinished"],
    ])
  func `cardvault opens what it writes`(options: [String]) async throws {
    let person = try Person()
    let (vault, key) = (person.home.appending("vault"), person.home.appending("key"))
    let cards = Person.checkout.appending("Tests/Independent/cards.json").string
    let made = try await person.runs(
      IndependentTool.path, ["write", vault.string, key.string, cards] + options)
    #expect(made.status == 0, "\(made.errors)")
    let reading = try await reads(person, vault, key)
    #expect(reading.cards.count > 8)
    let places = ["--vault", vault.string, "--key-file", key.string]
    agree(try await lists(person, places), reading.cards)
    let verified = try await person.types(["verify", "--format", "json"] + places)
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    // And cardvault continues with it.
    let added = try await person.types(["add", "--name", "From cardvault"] + places)
    #expect(added.status == 0, "\(added.errors)")
    let again = try await reads(person, vault, key)
    #expect(again.cards.map(\.name).contains("From cardvault"))
    agree(try await lists(person, places), again.cards)
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
    #expect(ours.map(\.name).sorted() == bundle.cards.map(\.name).sorted())
    #expect(try await person.types("verify").status == 0)
  }

  @Test(arguments: [
    ("vault-1", "key", "expected"), ("vault-1", "key-old", "expected-old"),
    ("vault-1", "key", "expected-sibling"), ("vault-1-unrotated", "key", "expected"),
  ])
  func `both read the frozen vaults the same`(
    vault name: String, key: String, expected: String
  ) async throws {
    let person = try Person()
    let frozen = Person.checkout.appending("Tests/Vectors").appending(name)
    let (vault, keyFile) = (person.home.appending("vault"), person.home.appending("key"))
    try FileManager.default.copyItem(
      atPath: frozen.appending("vault").string, toPath: vault.string)
    try copyKey(frozen.appending(key), to: keyFile)
    let expectation = try JSONDecoder().decode(
      Reading.self,
      from: Data(contentsOf: URL(filePath: frozen.appending("\(expected).json").string)))
    let own = try JSONDecoder().decode(
      Reading.self,
      from: Data(contentsOf: URL(filePath: frozen.appending("expected.json").string)))
    for sibling in expectation.keys.top where !own.keys.top.contains(sibling) && key == "key" {
      try FileManager.default.createDirectory(
        atPath: person.keys.string, withIntermediateDirectories: true)
      try copyKey(frozen.appending("key-sibling"), to: person.keys.appending(sibling))
    }
    let places = ["--vault", vault.string, "--key-file", keyFile.string]
    agree(try await lists(person, places), expectation.cards)
    let verified = try await person.types(["verify", "--format", "json"] + places)
    let report = try JSONDecoder().decode(Verified.self, from: Data(verified.bytes))
    #expect(report.damaged.sorted() == expectation.damaged)
    #expect(report.foreign == expectation.foreign)
    #expect(report.newer == expectation.newer)
    #expect(report.late == expectation.late)
    #expect(report.misnamed == expectation.misnamed)
    #expect(report.needsKey == expectation.needsKey)
    let checked = try await person.types(["key", "check", "--format", "json"] + places)
    // If a key is named, it is the one reported, even if its sibling's is used for saving.
    let named = key == "key" ? own : expectation
    #expect(checked.output.contains(named.fingerprint), "\(checked.output)")
  }

  /// Git does not keep modes.
  private func copyKey(_ key: FilePath, to place: FilePath) throws {
    try FileManager.default.copyItem(atPath: key.string, toPath: place.string)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.string)
  }
}
