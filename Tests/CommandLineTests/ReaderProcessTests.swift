import Foundation
import Glibc
import SystemPackage
import Testing

/// The reader that a running `cardvault` has started, seen from outside.
@Suite struct `Reader process` {
  static let isRoot = geteuid() == 0

  /// Runs an import of all samples, three times over, and calls `body` with a running reader's process id.
  func whileReading<Found: Sendable>(
    _ person: Person, _ body: @Sendable (pid_t) throws -> Found
  ) async throws -> (outcome: Person.Outcome, found: Found) {
    let many = Array(repeating: Person.samples.string, count: 3)
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
      guard text("/proc/\(number)/comm") == "cardvault-reade\n",
        let status = text("/proc/\(number)/status"), status.contains("Seccomp:\t2"),
        let parent = status.split(separator: "\n").first(where: { $0.hasPrefix("PPid:") })?
          .split(separator: "\t").last,
        text("/proc/\(parent)/cmdline")?.contains(person.vault.string) == true,
        text("/proc/\(number)/cmdline")?.hasSuffix("cardvault-reader\0") == true
      else { continue }
      return number
    }
    return nil
  }

  static func text(_ path: String) -> String? {
    // Such a file has no length and is delivered in pieces of a page: all of them must be read.
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return nil }
    defer { try? file.close() }
    do {
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// All memory that the process has mapped as readable, piece by piece.
  static func memory(of process: pid_t) throws -> [Data] {
    let maps = try #require(text("/proc/\(process)/maps"))
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/mem"))
    defer { try? file.close() }
    return maps.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard fields[1].hasPrefix("r"), bounds.count == 2, !line.hasSuffix("[vvar]") else {
        return nil
      }
      do {
        try file.seek(toOffset: bounds[0])
        return try file.read(upToCount: Int(bounds[1] - bounds[0]))
      } catch {
        return nil
      }
    }
  }

  /// The 32 bytes of the key in a key file's text (BIP-173: five bits per character, six characters of checksum).
  static func keyBytes(_ text: String) -> Data {
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    let data = text.dropFirst("cardvault-key1".count).dropLast(7)
    var (bits, count, bytes) = (0, 0, [UInt8]())
    for character in data {
      bits = (bits << 5 | (alphabet.firstIndex(of: character) ?? 0)) & 0xFFFF
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // Before the key: the version, and the epoch.
    return Data(bytes.dropFirst(5))
  }

  @Test(.enabled(if: isRoot, "another process's memory is read by root only"))
  func `no key and no vault path are in its memory or environment`() async throws {
    let person = try await Person.withVault()
    let name = try person.keyName()
    let keyText = try #require(Self.text(person.keys.appending(name).string))
    let key = Self.keyBytes(keyText)
    try #require(keyText.hasPrefix("cardvault-key1") && key.count == 32)
    let secrets = [
      key, Data(keyText.utf8.prefix(40)), Data(person.vault.string.utf8),
      Data(person.home.string.utf8),
    ]
    let (outcome, memory) = try await whileReading(person) { reader in
      kill(reader, SIGSTOP)
      defer { kill(reader, SIGCONT) }
      #expect(Self.text("/proc/\(reader)/environ") == "")
      let descriptors = try FileManager.default.contentsOfDirectory(
        atPath: "/proc/\(reader)/fd")
      for descriptor in descriptors {
        let target = try FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(reader)/fd/\(descriptor)")
        #expect(target.hasPrefix("pipe:") || target == "/dev/null", "\(descriptor) is \(target)")
      }
      // Read now and search later: cardvault does not wait long for a stopped reader.
      return try Self.memory(of: reader)
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

  @Test(arguments: [
    ("socket", ""), ("exec", "/bin/true"), ("fork", ""), ("ptrace", ""), ("kill", ""),
    ("write", "HOME/new-file"), ("read", "HOME/secret"), ("read", "/etc/passwd"),
  ])
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
    #expect(outcome.errors.contains("try: install cardvault again: bash Samples/run.sh --install"))
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
    let (size, field) = (version.utf8.count, version.isEmpty ? [] : [0x12, version.utf8.count])
    let head = [size + field.count + 2, 0, 0, 0, 0x12, size + field.count] + field
    let octal = head.map { "\\" + String($0 + 0o1000, radix: 8).dropFirst() }.joined()
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
        try: install cardvault again: bash Samples/run.sh --install

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
