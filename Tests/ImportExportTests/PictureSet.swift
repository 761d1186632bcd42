import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Pictures in categories, with a script that judges the reader's results.
struct PictureSet: Sendable {
  /// The reader's results for one category.
  struct Tally: Equatable {
    var read = 0
    var missed: [String] = []
    var misread: [String] = []
  }

  /// Its name in `Tests/floors.json`.
  let name: String
  /// The path of each picture, below `folder`, and its category.
  let categories: [String: String]
  /// The pictures that have something to read on them.
  let readable: Set<String>
  let folder: FilePath
  /// The arguments that start the judge: lines of `read --format jsonl` in, a list out.
  let judge: [String]

  /// The drawn pictures: a category is one cause that makes reading hard.
  static let samples: PictureSet = {
    let folder = Person.checkout.appending("Samples/categories")
    let answers = folder.appending("expected.json").string
    let pictures = ExpectedPicture.all(in: "Samples/categories/expected.json")
    return PictureSet(
      name: "samples", categories: pictures.reduce(into: [:]) { $0[$1.file] = $1.category },
      readable: Set(pictures.filter { !$0.allCodes.isEmpty }.map(\.file)), folder: folder,
      judge: [Person.checkout.appending("Samples/score").string, answers])
  }()

  /// The real photos next to the checkout, judged by the corpus's own script; nothing if they are not there.
  static let corpus: PictureSet = {
    let folder = Person.checkout.removingLastComponent().appending("shared/corpus")
    let table = FileManager.default.contents(atPath: folder.appending("MANIFEST.tsv").string)
    let rows = String(decoding: table ?? Data(), as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    return PictureSet(
      name: "corpus", categories: rows.reduce(into: [:]) { $0[$1[0]] = $1[1] },
      readable: Set(rows.filter { !$0[1].hasPrefix("falsepositives") }.map { $0[0] }),
      folder: folder, judge: [folder.appending("score.py").string])
  }()

  /// Reads every picture with the real reader, and lets the judge check the answers.
  func tally(by person: Person) async throws -> [String: Tally] {
    let pictures = categories.keys.sorted()
    let paths = pictures.map { folder.appending($0).string }
    let outcome = try await person.types(["read", "--format", "jsonl"] + paths)
    let lines = try ReadLine.all(in: outcome.output)
    #expect(lines.map(\.path) == paths)
    #expect(lines.compactMap { line in line.error.map { "\(line.path): \($0)" } } == [])
    let missed = try await listed("miss", of: outcome.output, by: person)
    let misread = try await listed("misread", of: outcome.output, by: person)
    var tallies: [String: Tally] = [:]
    for picture in pictures {
      var tally = tallies[categories[picture] ?? "", default: Tally()]
      if missed.contains(picture) { tally.missed.append(picture) }
      if misread.contains(picture) { tally.misread.append(picture) }
      if readable.contains(picture), !missed.contains(picture) { tally.read += 1 }
      tallies[categories[picture] ?? ""] = tally
    }
    return tallies
  }

  /// The pictures that the judge lists under `word`.
  private func listed(_ word: String, of lines: String, by person: Person) async throws -> Set<
    String
  > {
    let outcome = try await person.runs("/usr/bin/python3", judge + ["--list", word], input: lines)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let first = outcome.output.split(separator: "\n").compactMap { line in
      line.contains("\t") ? line.split(separator: "\t").first.map(String.init) : nil
    }
    return Set(first)
  }
}
