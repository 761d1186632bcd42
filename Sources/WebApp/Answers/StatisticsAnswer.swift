internal import Wallet

/// Counts of cards, and of photos read on this device.
struct StatisticsAnswer: Encodable, Sendable {
  /// How many of something there are.
  struct Count: Encodable, Sendable {
    let name: String
    let count: Int

    init(_ counted: StatisticsReport.Count) {
      name = counted.name
      count = counted.count
    }
  }

  /// Photos without a code, by reason.
  struct Failed: Encodable, Sendable {
    let reason: String
    let count: Int
  }

  /// Photos that were read on this device.
  struct Reads: Encodable, Sendable {
    let started: Int
    let succeeded: Int
    let failed: [Failed]
    /// The time of all of them.
    let milliseconds: Int
  }

  let symbologies: [Count]
  let tags: [Count]
  let reads: Reads
  /// Scans that got no picture, by reason.
  let failedScans: [Failed]
  let scanned: Int
  let typed: Int

  /// The counts of a report.
  init(_ report: StatisticsReport) {
    symbologies = report.symbologies.map(Count.init)
    tags = report.tags.map(Count.init)
    let (milliseconds, isTooLong) = report.reads.started.multipliedReportingOverflow(
      by: report.reads.averageMilliseconds ?? 0)
    reads = Reads(
      started: report.reads.started, succeeded: report.reads.succeeded,
      failed: report.reads.failed.map { Failed(reason: $0.name, count: $0.count) },
      milliseconds: isTooLong ? .max : milliseconds)
    failedScans = report.failedScans.map { Failed(reason: $0.name, count: $0.count) }
    scanned = report.scanned
    typed = report.typed
  }
}
