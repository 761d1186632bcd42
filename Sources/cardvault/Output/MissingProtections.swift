internal import Cards
internal import Synchronization
internal import TerminalIO

/// Reports once per command which protections of the photo reader the kernel lacks, for any number of readers.
final class MissingProtections: Sendable {
  private let console: Console
  private let isTold = Atomic(false)

  init(_ console: Console) {
    self.console = console
  }

  func tell(_ names: [String]) {
    guard !isTold.exchange(true, ordering: .relaxed) else { return }
    console.complain(
      "this kernel lacks protections of the photo reader: "
        + names.joined(separator: ", ").printable,
      try: "use a newer kernel; the reader's other protections are active")
  }
}
