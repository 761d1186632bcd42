internal import Foundation

/// A run of `Tests/run.sh --long`, which plays whole matrices and many more random rounds.
package enum LongRun {
  /// Whether this is one.
  package static let isOn = ProcessInfo.processInfo.environment["CARDVAULT_LONG"] != nil
}
