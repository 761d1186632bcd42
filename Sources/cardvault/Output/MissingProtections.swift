internal import Cards
internal import Synchronization
internal import Terminal
internal import Wallet

/// Reports which protections of the photo reader the kernel lacks, once per command.
final class MissingProtections: Sendable {
  private let console: Console
  private let isReported = Atomic(false)

  /// Reports on this console.
  init(_ console: Console) {
    self.console = console
  }

  /// Reports the missing protections, by their names from a reader, unless that was done before.
  func tell(_ names: [String]) {
    guard !isReported.exchange(true, ordering: .relaxed) else { return }
    WorkMeter.paused {
      console.complain(
        "this kernel lacks protections of the photo reader: "
          + names.joined(separator: ", ").printable,
        try: "use a newer kernel; the reader's other protections are active")
    }
  }
}
