import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Sample pictures` {
  @Test func `there are samples of every kind`() {
    let symbologies = Set(ExpectedPicture.all.flatMap(\.allCodes).map(\.symbology))
    #expect(ExpectedPicture.all.count >= 30)
    #expect(
      symbologies.isSuperset(of: [
        "QR Code", "Micro QR Code", "Code 128", "PDF417", "Aztec", "Data Matrix", "EAN-13", "EAN-8",
        "UPC-A", "UPC-E", "Code 39", "Code 93", "Codabar", "ITF", "GS1 DataBar",
      ]))
  }

  @Test func `there is a picture for everything that makes reading hard`() {
    let categories = Dictionary(grouping: PictureSet.samples.categories, by: \.value)
    #expect(categories.count >= 30)
    #expect(categories["nothing", default: []].count >= 4)
    let files = PictureSet.samples.categories.keys.map(PictureSet.samples.folder.appending(_:))
    #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0.string) })
  }

  @Test func `every sample is read correctly`() async throws {
    let person = try Person()
    let files = ExpectedPicture.all.map { Person.samples.appending($0.file).string }
    let outcome = try await person.types(["read", "--format", "jsonl"] + files)
    #expect(outcome.status == 3)
    let lines = try ReadLine.all(in: outcome.output)
    try #require(lines.count == files.count)
    for (line, expected) in zip(lines, ExpectedPicture.all) {
      #expect(line.path.hasSuffix("/" + expected.file))
      #expect((line.error == nil) == (expected.error == nil), "\(expected.file)")
      #expect(
        Set(line.codes.map(\.facts)) == Set(expected.allCodes), "\(expected.file)")
      #expect(line.codes.count == expected.allCodes.count, "\(expected.file)")
      #expect(line.codes.allSatisfy { $0.sure && $0.position.count == 4 }, "\(expected.file)")
      for (index, page) in (expected.pages ?? []).enumerated() {
        #expect(Set(line.codes.filter { $0.page == index + 1 }.map(\.facts)) == Set(page))
      }
    }
  }

  /// Each card of the samples is shown in one form, in turn, and read again; in a long run, in each form.
  @Test func `what is shown reads back as the same symbol`() async throws {
    let person = try await Person.withVault()
    let imported = try await person.types(
      "import", "--no-review", "--duplicate", Person.samples.string)
    #expect(imported.status == 3)
    let cards = try await person.cards()
    #expect(cards.count == ExpectedPicture.all.flatMap(\.allCodes).count)
    let forms = ["png", "svg", "pdf", "terminal"]
    for (turn, form) in forms.enumerated() {
      let chosen = cards.indices.filter { LongRun.isOn || $0 % forms.count == turn }
      try await readsBack(chosen.map { cards[$0] }, as: form, person)
    }
  }

  private func readsBack(
    _ cards: [ListedCard], as form: String, _ person: Person
  ) async throws {
    var files: [String] = []
    var originals: [ShownCard] = []
    for card in cards {
      originals.append(try await person.card(card.id))
      // On a dark background, where a code needs no colours.
      let shown = try await person.types(
        "show", card.id, "--as", form, environment: ["COLORFGBG": "15;0"])
      #expect(shown.status == 0, "\(card.name)")
      let bytes: [UInt8] =
        switch form {
        case "svg": try await person.renders(svg: shown.bytes)
        case "terminal": TerminalBitmap(shown.output).tiff
        default: shown.bytes
        }
      let ending = form == "pdf" ? "pdf" : form == "terminal" ? "tif" : "png"
      files.append(try person.file("\(card.id).\(ending)", bytes).string)
    }
    let read = try await person.types(["read", "--format", "jsonl"] + files)
    let lines = try ReadLine.all(in: read.output)
    try #require(lines.count == cards.count)
    for (line, original) in zip(lines, originals) {
      #expect(line.codes.map(\.drawn) == original.codes, "\(original.name) as \(form)")
    }
  }
}
