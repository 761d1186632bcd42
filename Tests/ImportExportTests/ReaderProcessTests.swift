import CommandLineSupport
import Foundation
import Glibc
import SystemPackage
import Testing

/// The reader that a running `cardvault` has started, seen from outside.
@Suite struct `Reader process` {
  static let isRoot = geteuid() == 0

  /// Runs an import of all samples, twice over, and calls `body` with a running reader's process id.
  func whileReading<Found: Sendable>(
    _ person: Person, _ body: @Sendable (pid_t) throws -> Found
  ) async throws -> (outcome: Person.Outcome, found: Found) {
    let many = Array(repeating: Person.samples.string, count: 2)
    // The vault is named so that this process can be distinguished from those of other tests.
    async let outcome = person.types(
      ["import", "--no-review", "--vault", person.vault.string] + many)
    var reader: pid_t?
    // Once ten photos are stored, all readers have long been ready.
    let segments = person.vault.appending("segments").string
    let end = ContinuousClock.now + .seconds(120)
    while reader == nil, ContinuousClock.now < end {
      let stored = (try? FileManager.default.contentsOfDirectory(atPath: segments))?.count ?? 0
      if stored >= 10 { reader = Self.reader(of: person) }
      try await Task.sleep(for: .milliseconds(2))
    }
    let number = try #require(reader)
    let found = try body(number)
    return (try await outcome, found)
  }

  /// A reader in its closed sandbox whose parent uses this person's vault.
  static func reader(of person: Person) -> pid_t? {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for number in numbers.compactMap({ pid_t($0) }) {
      guard RunningProcess.text("/proc/\(number)/comm") == "cardvault-reade\n",
        let status = RunningProcess.text("/proc/\(number)/status"), status.contains("Seccomp:\t2"),
        let parent = status.split(separator: "\n").first(where: { $0.hasPrefix("PPid:") })?
          .split(separator: "\t").last,
        RunningProcess.text("/proc/\(parent)/cmdline")?.contains(person.vault.string) == true,
        RunningProcess.text("/proc/\(number)/cmdline")?.hasSuffix("cardvault-reader\0") == true
      else { continue }
      return number
    }
    return nil
  }

  @Test func `Ctrl-C, which a terminal sends to readers, too, does not end one`() throws {
    let reader = Process()
    let (input, output) = (Pipe(), Pipe())
    reader.executableURL = URL(
      fileURLWithPath: Person.executables.appending("cardvault-reader").string)
    (reader.standardInput, reader.standardOutput) = (input, output)
    try reader.run()
    // It says that it is ready.
    try #require(!output.fileHandleForReading.availableData.isEmpty)
    for number in [SIGINT, SIGQUIT, SIGHUP] { kill(reader.processIdentifier, number) }
    try input.fileHandleForWriting.close()
    reader.waitUntilExit()
    #expect(reader.terminationReason == .exit && reader.terminationStatus == 0)
  }

  @Test(.enabled(if: isRoot, "another process's memory is read by root only"))
  func `no key and no vault path are in its memory or environment`() async throws {
    let person = try await Person.withVault()
    let name = try person.keyName()
    let keyText = try #require(RunningProcess.text(person.keys.appending(name).string))
    let key = KeyText.bytes(keyText)
    try #require(keyText.hasPrefix("cardvault-key1") && key.count == 32)
    let secrets = [
      key, Data(keyText.utf8.prefix(40)), Data(person.vault.string.utf8),
      Data(person.home.string.utf8),
    ]
    let (outcome, memory) = try await whileReading(person) { reader in
      kill(reader, SIGSTOP)
      defer { kill(reader, SIGCONT) }
      #expect(RunningProcess.text("/proc/\(reader)/environ") == "")
      let descriptors = try FileManager.default.contentsOfDirectory(
        atPath: "/proc/\(reader)/fd")
      for descriptor in descriptors {
        let target = try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(reader)/fd/\(descriptor)")
        #expect(target.hasPrefix("pipe:") || target == "/dev/null", "\(descriptor) is \(target)")
      }
      // Read now and search later: cardvault does not wait long for a stopped reader.
      return try RunningProcess.memory(of: reader)
    }
    #expect(memory.reduce(0) { $0 + $1.count } > 1 << 20)
    for secret in secrets {
      #expect(!memory.contains { $0.holds(secret) })
    }
    #expect(outcome.status == 3)
  }

  @Test func `a reader that is killed costs one photo`() async throws {
    let person = try await Person.withVault()
    let (outcome, _) = try await whileReading(person) { kill($0, SIGKILL) }
    #expect(outcome.status == 3)
    #expect(outcome.errors.components(separatedBy: "the reader crashed on it").count == 2)
    let total = ExpectedPicture.all.flatMap(\.allCodes).count
    #expect(outcome.output.contains("\(total) cards added"), "\(outcome.output)")
  }

  @Test(
    arguments: [
      ("socket", ""), ("exec", "/bin/true"), ("fork", ""), ("ptrace", ""), ("kill", ""),
      ("write", "HOME/new-file"), ("read", "HOME/secret"), ("read", "/etc/passwd"),
    ] as [(String, String)])
  func `its sandbox refuses what a reader does not need`(what: String, path: String) async throws {
    let person = try Person()
    _ = try person.file("secret", [65])
    let target = path.replacingOccurrences(of: "HOME", with: person.home.string)
    let outcome = try await person.runs(
      Person.executables.appending("cardvault-reader"), ["--probe", what, target])
    #expect(outcome.status == 0)
    #expect([EPERM, EACCES].contains(Int32(outcome.output.dropLast()) ?? 0), "\(outcome.output)")
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("new-file").string))
  }

  @Test func `of libvips, it loads only modules of formats that it accepts`() async throws {
    // The dynamic loader tells of each file (ld.so(8)).
    let outcome = try await Person().runs(
      Person.executables.appending("cardvault-reader"), [], environment: ["LD_DEBUG": "files"])
    #expect(outcome.errors.contains("libvips.so"))
    let loaded = outcome.errors.matches(of: /vips-([a-z]+)\.so/).map { String($0.1) }
    #expect(Set(loaded).isSubset(of: ["heif", "poppler"]), "\(Set(loaded))")
  }

  @Test func `a live reader refuses what is no frame, and goes on`() async throws {
    // Each with its number and a count of four bytes: one says that it is a JPEG, one that it has 16 x 16 pixels.
    let jpeg: [UInt8] = [4, 0, 0, 0, 0x08, 1, 0x10, 4]
    let luma: [UInt8] = [10, 0, 0, 0, 0x08, 2, 0x10, 4, 0x18, 16, 0x20, 16, 0x28, 16]
    let bytes = Array("abcd".utf8)
    let input = String(decoding: jpeg + bytes + luma + bytes, as: UTF8.self)
    let person = try Person()
    let reader = Person.executables.appending("cardvault-reader")
    let outcome = try await person.runs(reader, ["--live"], input: input)
    #expect(outcome.status == 0)
    // Reply.refused for each, as damaged.
    let refusals: [UInt8] = [6, 0, 0, 0, 8, 1, 0x2A, 2, 8, 4, 6, 0, 0, 0, 8, 2, 0x2A, 2, 8, 4]
    #expect(outcome.bytes.suffix(refusals.count) == refusals[...])
  }

  @Test func `a missing reader is reported, and PATH is not searched`() async throws {
    let person = try Person()
    let alone = person.home.appending("cardvault")
    try FileManager.default.copyItem(
      atPath: Person.executables.appending("cardvault").string, toPath: alone.string)
    let outcome = try await person.runs(
      alone, ["read", Person.samples.appending("qr-loyalty.jpg").string],
      environment: ["PATH": Person.executables.string])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is not in the same folder as cardvault"))
    #expect(outcome.errors.contains("try: bash Samples/run.sh --install"))
  }

  @Test func `an unpacked tarball without its reader is to be unpacked again`() async throws {
    let person = try Person()
    let folder = person.home.appending("any where/libexec/cardvault")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true)
    let alone = folder.appending("cardvault")
    try FileManager.default.copyItem(
      atPath: Person.executables.appending("cardvault").string, toPath: alone.string)
    let outcome = try await person.runs(
      alone, ["read", Person.samples.appending("qr-loyalty.jpg").string])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("try: unpack cardvault's tarball again"), "\(outcome.errors)")
  }

  @Test(arguments: [("key restore", "0.0.9"), ("read", "0.0.9"), ("read", "")])
  func `a reader of another version is refused, and both versions are named`(
    command: String, version: String
  ) async throws {
    let person = try Person()
    let alone = person.home.appending("cardvault")
    try FileManager.default.copyItem(
      atPath: Person.executables.appending("cardvault").string, toPath: alone.string)
    // A ready message, whose second field is the version.
    let field: [Int] = version.isEmpty ? [] : [0x12, version.utf8.count]
    let size = version.utf8.count + field.count
    let head: [Int] = [size + 2, 0, 0, 0, 0x12, size] + field
    let octal = head.map { (byte: Int) -> String in
      "\\\(String(byte + 0o1000, radix: 8).dropFirst())"
    }.joined()
    let script = person.home.appending("cardvault-reader").string
    try Data(
      """
      #!/bin/sh
      [ $# = 0 ] || { echo "\(version)"; exit 0; }
      printf '\(octal)\(version)'
      exec cat >/dev/null
      """.utf8
    ).write(to: URL(filePath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let ours = try await person.types("--version").output.dropLast()
    let outcome = try await person.runs(
      alone,
      command.split(separator: " ").map(String.init) + [
        Person.samples.appending("qr-loyalty.jpg").string
      ])
    #expect(outcome.status == 1)
    let theirs = version.isEmpty ? "does not report its version" : "is version \(version)"
    #expect(
      outcome.errors == """
        cardvault: error: cannot read pictures
        because cardvault is version \(ours) and the cardvault-reader next to it \(theirs)
        try: bash Samples/run.sh --install
             in the folder of cardvault's source

        """, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `cardvault and its reader have the same version`() async throws {
    let person = try Person()
    let reader = Person.executables.appending("cardvault-reader")
    let theirs = try await person.runs(reader, ["--version"])
    #expect(try await person.types("--version").output == theirs.output)
    #expect(theirs.status == 0)
  }
}
