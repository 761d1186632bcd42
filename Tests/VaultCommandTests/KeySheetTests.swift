import CommandLineSupport
import Cpictures
import Foundation
import SystemPackage
import Testing

/// Recovery sheets as people make them.
@Suite struct `Key sheets` {
  struct Report: Decodable {
    let files: [String]
    let fingerprint: String
    let isChecked: Bool
    let isWrapped: Bool
    let keyID: String
  }

  func mode(_ path: FilePath) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
  }

  func names(_ folder: FilePath) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.string))
  }

  @Test(arguments: [false, true])
  func `a sheet is written in two formats, private to its owner, and its report hides the key`(
    isWrapped: Bool
  ) async throws {
    let owner = try await SheetOwner(isWrapped: isWrapped)
    let before = try names(owner.person.home)
    let outcome = try await owner.makesSheet("--format", "json")
    try #require(outcome.status == 0, "\(outcome.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    let stem = owner.person.home.appending(owner.stem).string
    #expect(report.files == ["\(stem).pdf", "\(stem).png"])
    #expect(report.isChecked && report.isWrapped == isWrapped)
    #expect(report.keyID == owner.keyID)
    #expect(report.fingerprint.firstMatch(of: #/^(\d{5} ){5}\d{5}$/#) != nil)
    let made = ["\(owner.stem).pdf", "\(owner.stem).png"]
    #expect(try names(owner.person.home) == before.union(made))
    for file in report.files { #expect(try mode(FilePath(file)) == 0o600) }
    #expect(!owner.isTold(in: outcome))
    let pdf = try Data(contentsOf: URL(filePath: "\(owner.person.home)/\(owner.stem).pdf"))
    #expect(pdf.starts(with: Data("%PDF".utf8)))
    let text = String(decoding: pdf, as: UTF8.self)
    #expect(text.contains("/Count 1") && text.contains("/MediaBox [ 0 0 595.275591 841.889764 ]"))
  }

  @Test func `the report advises what to do next, and reveals nothing of the key`() async throws {
    let owner = try await SheetOwner()
    let outcome = try await owner.makesSheet()
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Written: \(owner.stem).pdf\nWritten: \(owner.stem).png\n"))
    #expect(
      outcome.errors.contains("the key was read back") && outcome.errors.contains("print the sheet")
    )
    #expect(!owner.isTold(in: outcome))
  }

  @Test func `its ink stays 15 mm from every edge of an A4 page and of a Letter page`()
    async throws
  {
    for isWrapped in [false, true] {
      let owner = try await SheetOwner(isWrapped: isWrapped)
      _ = try await owner.makesSheet("--output", "sheet.png")
      let path = owner.person.home.appending("sheet.png").string
      let page = try GreyPage(path)
      // A4 at 288 dpi.
      #expect((page.width, page.height) == (2_381, 3_368))
      let ink = page.inkBounds
      let (millimetre, letterHeight) = (288 / 25.4, 279.4)
      #expect(Double(ink.left) > 15 * millimetre)
      #expect(Double(page.width - ink.right) > 15 * millimetre)
      let top = (297 - letterHeight) / 2 + 14.9
      #expect(Double(ink.top) > top * millimetre, "\(ink)")
      #expect(Double(page.height - ink.bottom) > top * millimetre, "\(ink)")
    }
  }

  @Test(arguments: ["sheet.pdf", "sheet.PNG", "folder/sheet.pdf"])
  func `a single file can be requested`(name: String) async throws {
    let owner = try await SheetOwner()
    try FileManager.default.createDirectory(
      atPath: owner.person.home.appending("folder").string, withIntermediateDirectories: false)
    let outcome = try await owner.makesSheet("--output", name)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try mode(owner.person.home.appending(name)) == 0o600)
    #expect(try !names(owner.person.home).contains("\(owner.stem).pdf"))
  }

  @Test(arguments: ["sheet.svg", "sheet", "", "..", "missing/sheet.pdf"])
  func `an impossible name is refused`(name: String) async throws {
    let owner = try await SheetOwner()
    let before = try names(owner.person.home)
    let outcome = try await owner.makesSheet("--output", name)
    #expect(outcome.status != 0 && outcome.errors.contains("try:"), "\(outcome.errors)")
    #expect(try names(owner.person.home) == before)
  }

  @Test func `nothing is ever overwritten, and then neither file is written`() async throws {
    let owner = try await SheetOwner()
    for ending in ["pdf", "png"] {
      let path = try owner.person.file("\(owner.stem).\(ending)", [1, 2, 3])
      let outcome = try await owner.makesSheet()
      #expect(outcome.status == 15 && outcome.errors.contains("never overwritten"))
      #expect(FileManager.default.contents(atPath: path.string) == Data([1, 2, 3]))
      let names = try names(owner.person.home).filter { $0.contains("recovery") }
      #expect(names == ["\(owner.stem).\(ending)"])
      try FileManager.default.removeItem(atPath: path.string)
    }
  }

  @Test func `a sheet is never made inside a vault, however deep`() async throws {
    let owner = try await SheetOwner()
    let deep = owner.person.vault.appending("segments/deep")
    try FileManager.default.createDirectory(
      atPath: deep.string, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: owner.person.home.appending("link").string, withDestinationPath: deep.string)
    for folder in [owner.person.vault.string, deep.string, "link", "link/../.."] {
      let outcome = try await owner.makesSheet("--output", "\(folder)/sheet.pdf")
      #expect(
        outcome.status == 64 && outcome.errors.contains("would be in the vault"), "\(folder)")
    }
    #expect(try names(deep).isEmpty)
    // It may be next to a vault.
    let beside = owner.person.vault.removingLastComponent().appending("sheet.pdf")
    #expect(try await owner.makesSheet("--output", beside.string).status == 0)
  }

  @Test(arguments: [false, true])
  func `of two vaults in one folder, none is chosen silently`(isWrapped: Bool) async throws {
    let owner = try await SheetOwner(isWrapped: isWrapped)
    let other = try await SheetOwner(isWrapped: isWrapped)
    let (person, theirs) = (owner.person, other.person)
    let added = try await person.types(["add", "--name", "Gym"] + owner.words, input: owner.input)
    #expect(added.status == 0, "\(added.errors)")
    for folder in [\Person.vault, \Person.keys] {
      for name in try names(theirs[keyPath: folder]) {
        try FileManager.default.copyItem(
          atPath: theirs[keyPath: folder].appending(name).string,
          toPath: person[keyPath: folder].appending(name).string)
      }
    }
    // This device knows which vault it has used.
    #expect(try await owner.makesSheet("--output", "known.pdf").status == 0)
    try FileManager.default.removeItem(atPath: person.home.appending(".local/state").string)
    for words in [["key", "sheet"], ["key", "check"]] {
      let outcome = try await person.types(words + owner.words, input: owner.input)
      #expect(outcome.status == 12, "\(outcome.errors)")
      for id in [owner.keyID, other.keyID] {
        #expect(outcome.errors.contains("--key-file ~/.config/cardvault/keys/\(id)"))
      }
    }
    #expect(try names(person.home).allSatisfy { !$0.contains("recovery") })
    let named = try await owner.makesSheet(
      "--format", "json", "--key-file", person.keys.appending(other.keyID).string)
    let report = try JSONDecoder().decode(Report.self, from: Data(named.output.utf8))
    #expect(report.keyID == other.keyID)
  }

  @Test func `a wrapped key needs its passphrase, and a vault must be there`() async throws {
    let owner = try await SheetOwner(isWrapped: true)
    let none = try await owner.person.types("key", "sheet")
    #expect(none.status == 12)
    let wrong = try await owner.person.types(
      "key", "sheet", "--passphrase-fd", "0", input: "wrong\n")
    #expect(wrong.status == 12)
    #expect(try names(owner.person.home).allSatisfy { !$0.contains("recovery") })
    #expect(try await Person().types("key", "sheet").status == 10)
  }

  @Test func `a full disk leaves no part of a sheet`() async throws {
    let owner = try await SheetOwner()
    // The reader writes the file: it inherits the limit, but sets its own, lower one.
    let outcome = try await owner.person.runs(
      "/bin/sh",
      [
        "-c", "ulimit -f 16; exec \"$0\" key sheet --output sheet.png",
        Person.executables.appending("cardvault").string,
      ])
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(try names(owner.person.home).allSatisfy { !$0.contains("sheet") })
  }
}

/// The pixels of a PNG as grey levels.
struct GreyPage {
  let width: Int
  let height: Int
  let levels: [UInt8]

  init(_ path: String) throws {
    var pixels: UnsafeMutablePointer<UInt8>?
    var (width, height): (Int32, Int32) = (0, 0)
    let status = unsafe cpictures_open_grey(path, &pixels, &width, &height)
    try #require(status == 0)
    let start = unsafe try #require(pixels)
    defer { unsafe free(start) }
    (self.width, self.height) = (Int(width), Int(height))
    levels = unsafe Array(UnsafeBufferPointer(start: start, count: Int(width) * Int(height)))
  }

  /// The smallest rectangle that contains everything that is not white.
  var inkBounds: (left: Int, top: Int, right: Int, bottom: Int) {
    var bounds = (left: width, top: height, right: 0, bottom: 0)
    for (index, level) in levels.enumerated() where level < 250 {
      let (x, y) = (index % width, index / width)
      bounds.left = min(bounds.left, x)
      bounds.top = min(bounds.top, y)
      bounds.right = max(bounds.right, x + 1)
      bounds.bottom = max(bounds.bottom, y + 1)
    }
    return bounds
  }
}
