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

  /// Codes of one symbology that were read on this device.
  struct Codes: Encodable, Sendable {
    let name: String
    let sure: Int
    let doubtful: Int

    init(_ codes: StatisticsReport.Codes) {
      name = codes.name
      sure = codes.sure
      doubtful = codes.doubtful
    }
  }

  /// Scans with a camera on this device.
  struct Scans: Encodable, Sendable {
    let started: Int
    let succeeded: Int
    let codes: [Codes]
    let averageMilliseconds: Int?

    init(_ scans: StatisticsReport.Scans) {
      started = scans.started
      succeeded = scans.succeeded
      codes = scans.codes.map(Codes.init)
      averageMilliseconds = scans.averageMilliseconds
    }
  }

  /// Photos that were read on this device.
  struct Reads: Encodable, Sendable {
    let started: Int
    let succeeded: Int
    let failed: [Failed]
    let codes: [Codes]
    /// The time of all of them.
    let milliseconds: Int
  }

  let symbologies: [Count]
  let tags: [Count]
  let reads: Reads
  let scans: Scans
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
      codes: report.reads.codes.map(Codes.init),
      milliseconds: isTooLong ? .max : milliseconds)
    scans = Scans(report.scans)
    failedScans = report.failedScans.map { Failed(reason: $0.name, count: $0.count) }
    scanned = report.scanned
    typed = report.typed
  }
}
