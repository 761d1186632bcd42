import Cards
import Testing
import VaultStore
import Wallet

@testable import ReaderLink

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

  private static func found(
    _ symbology: Symbology, _ text: String, doubt: FoundBarcode.Doubt? = nil
  ) -> FoundBarcode {
    FoundBarcode(
      barcode: Barcode(symbology: symbology, bytes: Array(text.utf8), text: text), position: [],
      doubt: doubt)
  }

  /// What a vault keeps of some counts.
  private static func summed(_ counts: [LocalCount]) -> [LocalCount] {
    Dictionary(grouping: counts, by: \.name).map { name, counts in
      LocalCount(
        name, count: counts.reduce(0) { $0 + $1.count },
        milliseconds: counts.reduce(0) { $0 + $1.milliseconds })
    }
  }

  @Test func `what is scanned is counted by symbology, with the time until the first code`() {
    let ean = Self.found(.ean13, "5901234123457")
    var counts: [LocalCount] = [.startedScan, .startedScan, .startedScan]
    counts += LocalCount.found(ean, firstAfter: 900)
    counts += LocalCount.found(Self.found(.dataBarStackedOmni, "1"), firstAfter: nil)
    counts += LocalCount.found(ean, firstAfter: 1_100)
    counts += LocalCount.found(Self.found(.ean13, "4", doubt: .weakEvidence), firstAfter: nil)
    #expect(counts.allSatisfy { !$0.name.contains("5901234123457") })
    let report = StatisticsReport([], Self.summed(counts))
    #expect(report.scans.started == 3 && report.scans.succeeded == 2)
    #expect(report.scans.averageMilliseconds == 1_000)
    #expect(
      report.scans.codes.map { "\($0.name): \($0.sure), \($0.doubtful)" } == [
        "EAN-13: 2, 1", "GS1 DataBar Stacked Omnidirectional: 1, 0",
      ])
    #expect(report.failedScans.isEmpty && report.reads.codes.isEmpty)
    #expect(report.lines.contains("  camera scans   3"))
    #expect(report.lines.contains("  read           2  EAN-13, and 1 not sure"))
  }

  @Test func `codes on pictures are counted by symbology, and by nothing that is in them`() {
    let codes = [
      Self.found(.qrCode, "https://a.example"), Self.found(.qrCode, "b", doubt: .contradicted),
    ]
    var outcome = PictureOutcome()
    outcome.pages = [
      PictureReading(page: 1, pageCount: 1, width: 640, height: 480, codes: codes)
    ]
    var counts = ReadingCounts()
    counts.note(outcome)
    #expect(
      Set(counts.counts.map(\.name)) == [
        "read.started", "read.succeeded", "read.sure.qrcode", "read.doubtful.qrcode",
      ])
    let report = StatisticsReport([], Self.summed(counts.counts))
    #expect(report.reads.codes.map(\.name) == ["QR Code"])
    #expect(report.reads.codes.map(\.sure) == [1] && report.reads.codes.map(\.doubtful) == [1])
    #expect(report.scans.codes.isEmpty && report.scans.averageMilliseconds == nil)
  }

  @Test func `every symbology has a word of its own`() {
    let counts = Symbology.allCases.flatMap {
      LocalCount.found(Self.found($0, "1"), firstAfter: nil)
    }
    #expect(Set(counts.map(\.name)).count == Symbology.allCases.count)
    let report = StatisticsReport([], counts)
    #expect(Set(report.scans.codes.map(\.name)) == Set(Symbology.allCases.map(\.name)))
  }
}
