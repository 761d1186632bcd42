import CommandLineSupport
import Foundation
import Glibc
import SystemPackage
import Testing

extension Passphrases {
  /// `key passphrase`, stopped at each system call that changes files.
  @Suite(.enabled(if: HeldProcess.isPossible, "strace stops a process as root only"))
  struct `Key crashes` {
    private static let calls = "openat,write,fchmod,fsync,linkat,unlinkat,unlink,renameat,renameat2"

    @Test func `wherever it is stopped, either the old or the new key is there`() async throws {
      let person = try await Person.withVault()
      let path = person.keys.appending(try person.keyName()).string
      let plain = try String(contentsOfFile: path, encoding: .ascii)
      var (leftoverCount, newCount) = (0, 0)
      let calls = try await callsOfChange(person, path)
      for (call, number) in calls {
        let injection = "inject=\(call):signal=KILL:when=\(number)"
        var outcome = try await stopped(person, injection)
        // The count is of one thread, and the call may have come from another: then all went well.
        for _ in 0..<5 where outcome.status == 0 {
          let removed = try await person.types(
            "key", "passphrase", "--remove", "--passphrase-fd", "0", input: "word\n")
          #expect(removed.status == 0, "\(removed.errors)")
          outcome = try await stopped(person, injection)
        }
        #expect(outcome.status == 128 + SIGKILL, "\(call) \(number)")
        let text = try String(contentsOfFile: path, encoding: .ascii)
        let isPlain = text == plain
        let check = try await person.types(
          ["key", "check"] + (isPlain ? [] : ["--passphrase-fd", "0"]),
          input: isPlain ? "" : "word\n")
        #expect(check.status == 0 && check.output.contains("Opens vault  yes"), "\(call) \(number)")
        leftoverCount += check.errors.contains("left something behind") ? 1 : 0
        if !isPlain {
          #expect(text.hasPrefix("cardvault-wrapped-key1") && text.count == 225, "\(number)")
          newCount += 1
          let back = try await person.types(
            "key", "passphrase", "--remove", "--passphrase-fd", "0", input: "word\n")
          #expect(back.status == 0, "\(back.errors)")
        }
        #expect(try String(contentsOfFile: path, encoding: .ascii) == plain)
      }
      // Temporary file, its mode, content, disk, name, the other name, folder; then reading it back, the new name,
      // and the folder again.
      #expect(calls.count >= 10)
      #expect(leftoverCount >= 5 && newCount >= 1)
    }

    /// Runs `key passphrase` under strace.
    private func stopped(_ person: Person, _ injection: String...) async throws -> Person.Outcome {
      let program = Person.executables.appending("cardvault").string
      let expressions = (["trace=\(Self.calls)"] + injection).flatMap { ["-e", $0] }
      return try await person.runs(
        "/usr/bin/strace",
        ["-f", "-qq", "-o", person.home.appending("trace").string] + expressions
          + [program, "key", "passphrase", "--passphrase-fd", "0"], input: "word\n")
    }

    /// Every call from the first one that names the key file's replacement, with its number among calls of that name
    /// in its thread, as counted by strace.
    private func callsOfChange(
      _ person: Person, _ path: String
    ) async throws -> [(call: String, number: Int)] {
      let whole = try await stopped(person)
      #expect(whole.status == 0, "\(whole.errors)")
      _ = try await person.types(
        "key", "passphrase", "--remove", "--passphrase-fd", "0", input: "word\n")
      let trace = try String(
        contentsOfFile: person.home.appending("trace").string, encoding: .utf8)
      let name = try #require(path.split(separator: "/").last)
      var counts: [String: Int] = [:]
      var calls: [(call: String, number: Int)] = []
      for line in trace.split(separator: "\n") {
        // The thread's number, blanks, and the call.
        let thread = line.prefix { $0 != " " }
        let words = line.dropFirst(thread.count).drop { $0 == " " }
        guard let end = words.firstIndex(of: "(") else { continue }
        let call = String(words[..<end])
        counts["\(thread) \(call)", default: 0] += 1
        if !calls.isEmpty || line.contains(".\(name).") {
          calls.append((call, counts["\(thread) \(call)"] ?? 0))
        }
      }
      return calls
    }
  }
}
