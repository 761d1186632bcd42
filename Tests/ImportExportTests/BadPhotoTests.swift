import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Photos that are none, or that cannot be read.
@Suite struct `Bad photos` {
  func sample(_ name: String) -> String { Person.samples.appending(name).string }

  @Test func `files that are not photos are named, and the rest is imported`() async throws {
    let person = try await Person.withVault()
    let photo = [UInt8](try Data(contentsOf: URL(filePath: sample("qr-loyalty.jpg"))))
    let blanks = String(repeating: " ", count: 2_850)
    let texts: [(name: String, text: String)] = [
      ("empty.jpg", ""), ("text.jpg", "hello there"),
      ("svg.jpg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
      ("xpm.jpg", "/* XPM */ static char *a[]={\"1 1 1 1\",\"a c #000\",\"a\"};"),
      ("fits.jpg", "SIMPLE  =                    T\(blanks)"),
    ]
    var files = try texts.map { try person.file($0.name, Array($0.text.utf8)) }
    files.append(try person.file("cut.jpg", Array(photo.prefix(photo.count / 2))))
    files.append(try person.file("bomb.png", Self.bomb))
    files.append(person.home.appending("absent.jpg"))
    let outcome = try await person.types(
      ["import", "--no-review"] + files.map(\.string) + [sample("qr-loyalty.jpg")])
    outcome.expectClear(
      3, "empty.jpg: it is empty", "text.jpg: it is neither a picture", "cut.jpg: it is damaged",
      "svg.jpg: it is in a format", "xpm.jpg: it is", "fits.jpg: it is",
      "bomb.png: it has 3600 megapixels", "absent.jpg: there is no such file")
    #expect(outcome.output.contains("1 card added") && outcome.output.contains("8 not read"))
  }

  /// The header of a PNG of 60,000 x 60,000 pixels, with a little data.
  static let bomb: [UInt8] = {
    func bytes(of number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { (shift: UInt32) -> UInt8 in
        UInt8(truncatingIfNeeded: number >> shift)
      }
    }
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + data
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      return bytes(of: UInt32(data.count)) + body + bytes(of: ~crc)
    }
    let side: [UInt8] = [0, 0, 0xEA, 0x60]
    let kind: [UInt8] = [8, 0, 0, 0, 0]
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    png += chunk("IHDR", side + side + kind)
    png += chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1])
    png += chunk("IEND", [])
    return png
  }()

  @Test func `a hundred-page document is read up to the limit, with a message`() async throws {
    let person = try Person()
    let outcome = try await person.types(
      "read", "--format", "jsonl", try person.file("pages.pdf", Self.pages(100)).string)
    let line = try #require(try ReadLine.all(in: outcome.output).first)
    #expect(line.error?.contains("100 pages") == true)
    #expect(outcome.status == 14)
  }

  @Test func `a code on every page of a document is told of once`() async throws {
    let person = try await Person.withVault()
    // 4006381333931 as EAN-13 (ISO/IEC 15420).
    let bars =
      "10100011010100111010111101111010001001011001101010"
      + "100001010000101000010111010010000101100110101"
    let file = try person.file("pages.pdf", Self.pages(5, showing: bars)).string
    _ = try await person.types("import", "--no-review", file)
    let outcome = try await person.types("import", "--no-review", file)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("pages.pdf: ") }
    #expect(lines.count == 1 && lines.first?.hasSuffix(" (5 times)") == true, "\(outcome.errors)")
  }

  /// A PDF of equal pages (ISO 32000-1, 7.5): empty, or with black bars for the ones among these modules.
  static func pages(_ count: Int, showing modules: String = "") -> [UInt8] {
    let kids = (0..<count).map { "\($0 + 3) 0 R" }.joined(separator: " ")
    let bars = modules.enumerated().filter { $0.element == "1" }.map {
      "\(20 + 2 * $0.offset) 20 2 60 re f"
    }.joined(separator: "\n")
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count \(count)/Kids[\(kids)]>>",
    ]
    let page = "/MediaBox[0 0 \(72 + 2 * modules.count) 100]/Contents \(count + 3) 0 R"
    objects += (0..<count).map { _ in "<</Type/Page/Parent 2 0 R\(page)>>" }
    objects.append("<</Length \(bars.utf8.count)>>\nstream\n\(bars)\nendstream\n")
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\(object)endobj\n"
    }
    let start = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
    text += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF"
    return Array(text.utf8)
  }

  @Test func `a folder without photos is reported`() async throws {
    let person = try await Person.withVault()
    _ = try person.file("notes.txt", [65])
    let outcome = try await person.types("import", person.home.string)
    outcome.expectClear(14, "the folder holds no photos")
  }

  @Test func `an import continues when nobody reads its remarks`() async throws {
    let person = try await Person.withVault()
    let script = try person.file(
      "deaf", Array("exec \"$1\" import --no-review absent.jpg \"$2\" 2>&1 >out | true".utf8))
    _ = try await person.runs(
      "/bin/sh",
      [
        script.string, Person.executables.appending("cardvault").string, sample("qr-loyalty.jpg"),
      ])
    // The shell does not wait for the left side of the pipe; the vault shows when it is done.
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
      if try await person.types("list").output.contains("qr loyalty") { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await person.types("list").output.contains("qr loyalty"))
  }

  @Test func `photos with odd names are read, and none is skipped silently`() async throws {
    let person = try await Person.withVault()
    let folder = person.home.appending("photos")
    let script = try person.file(
      "odd",
      Array(
        """
        mkdir "$1"; cd "$1"; cp "$2" "$(printf 'caf\\351.jpg')"; cp "$2" "$(printf 'a\\nb.jpg')"
        ln -s "$2" link.jpg; ln -s /nonexistent dangling.jpg; mkfifo pipe.jpg; ln -s . loop
        """.utf8))
    _ = try await person.runs("/bin/sh", [script.string, folder.string, sample("qr-loyalty.jpg")])
    let outcome = try await person.types("import", "--no-review", folder.string)
    outcome.expectClear(
      3, "dangling.jpg: there is no such file", "pipe.jpg: it is not a file")
    #expect(outcome.output.contains("1 card added, 2 already there, 2 not read"))
  }
}
