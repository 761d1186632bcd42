import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Real photos and files by others, used from next to the checkout if they are there.
@Suite struct `Real photos` {
  static let shared = Person.checkout.removingLastComponent().appending("shared")
  static let corpus = shared.appending("corpus/images")
  static let hasCorpus = FileManager.default.fileExists(atPath: corpus.string)
  static let exchange = shared.appending("exchange-samples")
  static let hasExchange = FileManager.default.fileExists(atPath: exchange.string)
  static let cases = shared.appending("cases")
  static let hasCases = FileManager.default.fileExists(atPath: cases.string)

  /// Files below a folder in a fixed, shuffled order: all of them in a long run, otherwise the first `count`.
  static func files(below folder: FilePath, _ count: Int) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.string)?.allObjects ?? []
    var generator = SplitMix(state: 2_026)
    let files = names.compactMap { $0 as? String }.sorted().map { folder.appending($0).string }
      .filter { (try? FilePath($0).stat().type) == .regular }
      .shuffled(using: &generator)
    return LongRun.isOn ? files : Array(files.prefix(count))
  }

  @Test(.enabled(if: hasExchange, "the exchange samples are not beside the checkout"))
  func `no file by others breaks the reader`() async throws {
    let person = try Person()
    let files = Self.files(below: Self.exchange, 150)
    let outcome = try await person.types(["read", "--format", "jsonl"] + files)
    let lines = try ReadLine.all(in: outcome.output)
    #expect(lines.map(\.path) == files)
    #expect(lines.filter { $0.error == "the reader crashed on it" }.map(\.path) == [])
  }

  @Test(.enabled(if: hasCorpus, "the corpus of real photos is not beside the checkout"))
  func `cards of real photos are drawn as they were`() async throws {
    let person = try await Person.withVault()
    let files = Self.files(below: Self.corpus, 40)
    _ = try await person.types(["import", "--no-review"] + files)
    let cards = try await person.cards()
    // Several photos show one card.
    #expect(cards.count > files.count / 3)
    var (pictures, drawn): ([String], [ListedCard]) = ([], [])
    for card in cards {
      let picture = person.home.appending("\(card.id).png").string
      let shown = try await person.types("show", card.id, "--output", picture)
      // Digits are missing, or it is one part of several PDF417.
      if shown.errors.contains("the code cannot be drawn") { continue }
      #expect(shown.status == 0, "\(card.name): \(shown.errors)")
      pictures.append(picture)
      drawn.append(card)
    }
    #expect(drawn.count > cards.count * 9 / 10)
    let read = try await person.types(["read", "--format", "jsonl"] + pictures)
    let lines = try ReadLine.all(in: read.output)
    try #require(lines.count == drawn.count)
    for (line, card) in zip(lines, drawn) {
      let original = try await person.card(card.id)
      #expect(line.codes.map(\.drawn.essence) == original.codes.map(\.essence), "\(card.name)")
    }
  }
}

extension ShownCard.Code {
  /// What a till reads, and a drawing must never change.
  var essence: [String] {
    [symbology, bytes, "\(eci ?? -1)", "\(gs1 ?? false)", addOn ?? ""]
  }
}

/// A small generator with a seed (Steele et al., “Fast Splittable Pseudorandom Number Generators”).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
