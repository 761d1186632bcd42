import Foundation
import SystemPackage
import Testing

@Suite struct `Bad input` {
  /// Every error must state what happened and why, without any secret or stack trace.
  func expectClear(_ outcome: Person.Outcome, _ status: Int32, _ words: String...) {
    #expect(outcome.status == status, "\(outcome.errors)")
    for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    #expect(!outcome.errors.contains("Fatal error") && !outcome.errors.contains("Internal error"))
    #expect(!outcome.errors.contains("cardvault-key1"))
  }

  func sample(_ name: String) -> String { Person.samples.appending(name).string }

  @Test func `files that are not photos are named, and the rest is imported`() async throws {
    let person = try await Person.withVault()
    let photo = [UInt8](try Data(contentsOf: URL(filePath: sample("qr-loyalty.jpg"))))
    let files = [
      try person.file("empty.jpg", []), try person.file("text.jpg", Array("hello there".utf8)),
      try person.file("cut.jpg", Array(photo.prefix(photo.count / 2))),
      try person.file(
        "svg.jpg", Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)),
      try person.file(
        "xpm.jpg", Array("/* XPM */ static char *a[]={\"1 1 1 1\",\"a c #000\",\"a\"};".utf8)),
      try person.file(
        "fits.jpg",
        Array("SIMPLE  =                    T".utf8) + [UInt8](repeating: 32, count: 2_850)),
      try person.file("bomb.png", Self.bomb),
      person.home.appending("absent.jpg"),
    ]
    let outcome = try await person.types(
      ["import", "--no-review"] + files.map(\.string) + [sample("qr-loyalty.jpg")])
    expectClear(
      outcome, 3, "empty.jpg: it is empty", "text.jpg: it is neither a picture",
      "cut.jpg: it is damaged", "svg.jpg: it is in a format", "xpm.jpg: it is",
      "fits.jpg: it is", "bomb.png: it has 3600 megapixels", "absent.jpg: there is no such file")
    #expect(outcome.output.contains("1 card added") && outcome.output.contains("8 not read"))
  }

  /// The header of a PNG of 60,000 x 60,000 pixels, with a little data.
  static let bomb: [UInt8] = {
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + data
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      let length = UInt32(data.count)
      return [length, ~crc].map { value in
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
      }.enumerated().flatMap { $0.offset == 0 ? $0.element + body : $0.element }
    }
    let side: [UInt8] = [0, 0, 0xEA, 0x60]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", side + side + [8, 0, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }()

  @Test func `a hundred-page document is read up to the limit, with a message`() async throws {
    let person = try Person()
    let outcome = try await person.types(
      "read", "--format", "jsonl", try person.file("pages.pdf", Self.pages(100)).string)
    let line = try #require(try ReadLine.all(in: outcome.output).first)
    #expect(line.error?.contains("100 pages") == true)
    #expect(outcome.status == 14)
  }

  /// A PDF of empty pages (ISO 32000-1, 7.5).
  static func pages(_ count: Int) -> [UInt8] {
    let kids = (0..<count).map { "\($0 + 3) 0 R" }.joined(separator: " ")
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count \(count)/Kids[\(kids)]>>",
    ]
    objects += (0..<count).map { _ in "<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>" }
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
    expectClear(
      try await person.types("import", person.home.string), 14, "the folder holds no photos")
  }

  @Test func `a missing vault is reported, with advice`() async throws {
    let person = try Person()
    for words in [["list"], ["show", "x"], ["review"], ["remove", "x", "--yes"]] {
      expectClear(try await person.types(words), 10, "there is no vault", "try: cardvault init")
    }
    let script = try await person.types("list", "--format", "json")
    struct Report: Decodable {
      let error: String
      let because: String
      let exit: Int32
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(script.errors.utf8))
    #expect(report.exit == 10)
  }

  @Test(arguments: [
    ["list", "--bogus"], ["find"], ["list", "--format", "xml"], ["find", "--format=json"],
  ])
  func `a script gets the error of a wrong command in JSON`(words: [String]) async throws {
    let outcome = try await Person().types(words + ["--format", "json"])
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    let report = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8))
    #expect((report as? [String: Any])?["exit"] as? Int == 64)
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

  @Test func `a result that cannot be written is an error`() async throws {
    let person = try await Person.withVault()
    let script = try person.file("full", Array("exec \"$1\" list --format json >/dev/full".utf8))
    let outcome = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    expectClear(outcome, 1, "could not be printed")
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
    expectClear(outcome, 3, "dangling.jpg: there is no such file", "pipe.jpg: it is not a file")
    #expect(outcome.output.contains("1 card added, 2 already there, 2 not read"))
  }

  @Test func `a command that ignores SIGHUP outlives its terminal`() async throws {
    let person = try Person()
    let script = try person.file(
      "hang-up",
      Array(
        """
        trap '' HUP
        "$1" add --name A --code - --symbology qr < pipe & child=$!
        exec 3> pipe; sleep 0.5; kill -HUP $child; echo survives >&3; exec 3>&-; wait $child
        """.utf8))
    _ = try await person.types("init")
    _ = try await person.runs("/usr/bin/mkfifo", [person.home.appending("pipe").string])
    let outcome = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await person.types("show", "A", "--as", "text").output == "survives\n")
  }

  @Test func `every command's help names its exit codes`() async throws {
    let person = try Person()
    for command in ["init", "import", "review", "list", "show", "add", "edit", "remove", "read"] {
      let help = try await person.types(command, "--help")
      #expect(help.status == 0 && help.output.contains("EXIT CODES"), "\(command)")
    }
  }

  @Test func `another vault's key is refused`() async throws {
    let person = try Person()
    let other = try Person()
    _ = try await person.types("init")
    _ = try await other.types("init")
    let key = try other.keyName()
    expectClear(
      try await person.types("list", "--key-file", other.keys.appending(key).string), 12,
      "belongs to another vault")
  }

  @Test func `a key file that others can read is refused`() async throws {
    let person = try await Person.withVault()
    let key = try person.keyName()
    let path = person.keys.appending(key).string
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    expectClear(try await person.types("list"), 12, "other users can read", "chmod 600")
  }

  @Test(arguments: ["\r\n", "\n\n", " \n", ""])
  func `a key file with other line ends still opens its vault`(ending: String) async throws {
    let person = try await Person.withVault()
    let url = URL(filePath: person.keys.appending(try person.keyName()).string)
    let text = try #require(String(data: try Data(contentsOf: url), encoding: .utf8))
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data((text.dropLast() + ending).utf8))
    try handle.close()
    #expect(try await person.types("list").status == 0)
  }

  @Test func `a vault without its first file is damaged, not absent`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "A")
    let names = try FileManager.default.contentsOfDirectory(atPath: person.vault.string)
    let first = try #require(names.first { $0.hasSuffix(".vault") })
    try FileManager.default.removeItem(atPath: person.vault.appending(first).string)
    expectClear(
      try await person.types("list"), 13, "HASH.vault, is not in ~/.local", "ends in .vault again")
  }

  @Test func `a damaged file is named, and the rest is listed`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Kept")
    let segments = person.vault.appending("segments")
    let first = try FileManager.default.contentsOfDirectory(atPath: segments.string)
    _ = try await person.types("add", "--name", "Gone")
    let second = try FileManager.default.contentsOfDirectory(atPath: segments.string)
      .filter { !first.contains($0) }
    let url = URL(filePath: segments.appending(try #require(second.first)).string)
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    let outcome = try await person.types("list")
    expectClear(outcome, 3, "damaged", String(second[0].prefix(20)))
    #expect(outcome.output.contains("Kept") && !outcome.output.contains("Gone"))
    #expect(try await person.types("add", "--name", "More").status == 0)
  }

  @Test func `a missing key file is reported`() async throws {
    let person = try await Person.withVault()
    try FileManager.default.removeItem(atPath: person.keys.string)
    expectClear(try await person.types("list"), 12, "there is no key file at ~/.config")
  }

  @Test func `init refuses to replace a vault, and touches nothing`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Mine")
    let keys = try FileManager.default.contentsOfDirectory(atPath: person.keys.string)
    expectClear(try await person.types("init"), 15, "there is one already")
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.keys.string) == keys)
    #expect(try await person.types("list").output.contains("Mine"))
  }

  @Test(
    arguments: [
      (["add", "--name", "", "--code", "1"], "the name is empty"),
      (["add", "--name", String(repeating: "x", count: 201)], "the limit is 200"),
      (["add", "--name", "A", "--tag", ""], "the tag is empty"),
      (["add", "--name", "A", "--symbology", "qr"], "--code as well"),
      (["add", "--name", "A", "--code", "036000291452", "--symbology", "ean13"], "UPC-A"),
      (["add", "--name", "A", "--code", "abc", "--symbology", "code39"], "does not have"),
      (["bogus"], "no name, id, tag or number matches"),
      (["add", "--name", "A", "--code", "123", "--symbology", "ean-13"], "13 digits"),
      (["add", "--name", "A", "--code", "5901234123458", "--symbology", "ean13"], "check digit"),
      (["add", "--name", "A", "--code", "lowers", "--symbology", "itf"], "is not allowed in"),
      (["add", "--name", "A", "--code", "1", "--symbology", "morse"], "kinds are"),
      (["add", "--name", "A", "--expires", "2026-02-30"], "year-month-day"),
      (["edit", "A", "--symbology", "qr"], "no name, id, tag or number matches"),
      (["import", "x.jpg", "--expires", "soon"], "year-month-day"),
    ] as [([String], String)])
  func `a wrong command explains why`(words: [String], reason: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(words)
    #expect([14, 64].contains(outcome.status), "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try await person.types("list", "--format", "json").output == "[]\n")
  }
}
