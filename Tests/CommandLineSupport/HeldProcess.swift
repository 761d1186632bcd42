package import Foundation
internal import Glibc
internal import SystemPackage
internal import Testing

/// A `cardvault` process that strace holds when it makes a certain system call.
package enum HeldProcess {
  /// A system call at which to hold.
  package struct Call: Sendable {
    let name: String
    let number: Int

    #if arch(arm64)
      /// The process ends.
      package static let exit = Call(name: "exit_group", number: 94)
      /// A new file gets its name: once per save, with the vault open.
      package static let naming = Call(name: "linkat", number: 37)
    #else
      /// The process ends.
      package static let exit = Call(name: "exit_group", number: 231)
      /// A new file gets its name: once per save, with the vault open.
      package static let naming = Call(name: "linkat", number: 265)
    #endif
  }

  /// Whether another process can be held and inspected.
  package static let isPossible =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  /// All memory of `cardvault` when it first made the call; then the process is killed.
  ///
  /// The readers that a command starts are not held. `answers` are typed on a terminal, as with `Person.converses`;
  /// without them `input` comes on standard input.
  package static func memory(
    of words: [String], by person: Person, at call: Call = .exit, input: String = "",
    answers: [(wait: String, type: String)]? = nil
  ) async throws -> [Data] {
    let program = Person.executables.appending("cardvault").string
    // The vault is named so that this process can be distinguished from those of other tests.
    let options = [
      "-f", "--detach-on=execve", "-qq", "-o", "/dev/null", "-e", "trace=\(call.name)", "-e",
      "inject=\(call.name):delay_enter=60000000", program,
    ]
    let command = options + words + ["--vault", person.vault.string]
    async let outcome =
      if let answers {
        person.converses(command, answers: answers, program: "/usr/bin/strace")
      } else {
        person.runs("/usr/bin/strace", command, input: input)
      }
    let held = await process(of: person, at: call, within: .seconds(120))
    guard let held else {
      let found = try await outcome
      Issue.record("never held: \(found.status) \(found.output) \(found.errors)")
      return []
    }
    let tracer = parent(of: held)
    defer {
      kill(held, SIGKILL)
      // strace would wait for the end of the delay before noticing that.
      if let tracer { kill(tracer, SIGKILL) }
    }
    let memory = try RunningProcess.memory(of: held)
    // The process still exists, and so do its arguments: this was all of its memory.
    let path = Data(person.vault.string.utf8)
    #expect(call.name != Call.exit.name || memory.contains { $0.holds(path) })
    return memory
  }

  /// The strace process that holds a process.
  private static func parent(of process: pid_t) -> pid_t? {
    let line = RunningProcess.text("/proc/\(process)/status")?.split(separator: "\n")
      .first { $0.hasPrefix("PPid:") }
    let number = line?.dropFirst(5).trimmingCharacters(in: .whitespaces)
    guard let parent = number.flatMap({ pid_t($0) }),
      RunningProcess.text("/proc/\(parent)/comm") == "strace\n"
    else { return nil }
    return parent
  }

  /// Waits for the process; in a thread of its own, as the tasks of other tests may keep the pool's busy for longer
  /// than the process is held.
  private static func process(
    of person: Person, at call: Call, within timeout: Duration
  ) async -> pid_t? {
    await withCheckedContinuation { waiting in
      Thread.detachNewThread {
        let end = ContinuousClock.now + timeout
        var held: pid_t?
        while held == nil, ContinuousClock.now < end {
          held = process(of: person, at: call)
          usleep(2_000)
        }
        waiting.resume(returning: held)
      }
    }
  }

  private static func process(of person: Person, at call: Call) -> pid_t? {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for number in numbers.compactMap({ pid_t($0) }) {
      guard RunningProcess.text("/proc/\(number)/comm") == "cardvault\n",
        RunningProcess.text("/proc/\(number)/cmdline")?.contains(person.vault.string) == true
      else { continue }
      let threads =
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")) ?? []
      let calls = threads.compactMap {
        RunningProcess.text("/proc/\(number)/task/\($0)/syscall")
      }
      if calls.contains(where: { $0.hasPrefix("\(call.number) ") }) { return number }
    }
    return nil
  }
}

extension Data {
  /// Whether it contains some bytes; this search covers all memory of a process, where `range(of:)` takes seconds.
  package func holds(_ wanted: some ContiguousBytes) -> Bool {
    unsafe withUnsafeBytes { all in
      unsafe wanted.withUnsafeBytes { part in
        guard let start = all.baseAddress, let other = part.baseAddress,
          let first = unsafe part.first
        else { return false }
        var place = 0
        while place + part.count <= all.count,
          let found = unsafe memchr(start + place, Int32(first), all.count - part.count - place + 1)
        {
          if unsafe memcmp(found, other, part.count) == 0 { return true }
          place = unsafe UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }
}
