import Cards
import Testing
import VaultStore
import Wallet

/// Counts of what happened on a device.
@Suite struct StatisticsReportTests {
  @Test func `scans without a picture are counted by reason, apart from photos`() {
    var busy = LocalCount.failed(.busy)
    busy.count = 3
    let report = StatisticsReport([], [busy, .failed(.noCamera), .scanned(2)])
    #expect(report.failedScans.map(\.name) == ["busy", "no-camera"])
    #expect(report.failedScans.map(\.count) == [3, 1])
    #expect(report.reads.failed.isEmpty && report.reads.started == 0 && report.scanned == 2)
  }
}
