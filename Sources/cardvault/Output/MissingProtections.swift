internal import Cards
internal import Synchronization
internal import TerminalIO

/// Says once in a command which protections of the photo reader the kernel lacks, however many readers it starts.
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
      try: "a newer kernel; the reader's other protections hold")
  }
}
