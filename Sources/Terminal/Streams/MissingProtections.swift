internal import Cards
internal import Synchronization

/// Reports once per command which protections of the photo reader the kernel lacks, for any number of readers.
package final class MissingProtections: Sendable {
  private let console: Console
  private let isTold = Atomic(false)

  /// Reports on this console.
  package init(_ console: Console) {
    self.console = console
  }

  /// Reports the protections, the first time that it is called.
  ///
  /// - Parameter names: What the kernel lacks, as a reader names it.
  package func tell(_ names: [String]) {
    guard !isTold.exchange(true, ordering: .relaxed) else { return }
    WorkMeter.paused {
      console.complain(
        "this kernel lacks protections of the photo reader: "
          + names.joined(separator: ", ").printable,
        try: "use a newer kernel; the reader's other protections are active")
    }
  }
}
