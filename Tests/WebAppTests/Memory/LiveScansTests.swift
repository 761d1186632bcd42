import Cards
import Testing

@testable import WebApp

@Suite("Codes that tabs saw")
struct LiveScansTests {
  static func found(_ text: String, doubt: FoundBarcode.Doubt? = nil) -> FoundBarcode {
    FoundBarcode(
      barcode: Barcode(symbology: .code128, bytes: Array(text.utf8), text: text), position: [],
      doubt: doubt)
  }

  @Test func `a code keeps its key, which only its own tab can use`() {
    let scans = LiveScans(hasSample: false)
    let key = scans.keep(Self.found("A"), for: "tab")
    #expect(scans.keep(Self.found("A"), for: "tab") == key)
    #expect(scans.keep(Self.found("B"), for: "tab") != key)
    #expect(scans.code(key, of: "tab")?.barcode.text == "A")
    #expect(scans.code(key, of: "other tab") == nil && scans.code("0", of: "tab") == nil)
    scans.end("tab")
    #expect(scans.code(key, of: "tab") != nil)
    scans.endAll()
    #expect(scans.code(key, of: "tab") == nil)
  }

  @Test func `what one tab saw is forgotten alone`() {
    let scans = LiveScans(hasSample: false)
    let keys = ["tab", "other tab"].map { scans.keep(Self.found("A"), for: $0) }
    scans.forget("tab")
    scans.forget("third tab")
    #expect(scans.code(keys[0], of: "tab") == nil)
    #expect(scans.code(keys[1], of: "other tab") != nil)
  }

  @Test func `what was sure once is not doubted by a later glimpse`() {
    let scans = LiveScans(hasSample: false)
    let key = scans.keep(Self.found("A", doubt: .weakEvidence), for: "tab")
    #expect(scans.code(key, of: "tab")?.isSure == false)
    _ = scans.keep(Self.found("A"), for: "tab")
    _ = scans.keep(Self.found("A", doubt: .weakEvidence), for: "tab")
    #expect(scans.code(key, of: "tab")?.isSure == true)
  }

  @Test func `what was sure once is doubted when another frame contradicts it`() {
    let scans = LiveScans(hasSample: false)
    let key = scans.keep(Self.found("A"), for: "tab")
    _ = scans.keep(Self.found("A", doubt: .contradicted), for: "tab")
    #expect(scans.code(key, of: "tab")?.isSure == false)
    _ = scans.keep(Self.found("A"), for: "tab")
    #expect(scans.code(key, of: "tab")?.isSure == true)
  }

  @Test func `what is remembered is bounded: the oldest codes and tabs go`() {
    let scans = LiveScans(hasSample: false)
    let keys = (0..<200).map { scans.keep(Self.found("\($0)"), for: "tab") }
    #expect(keys.filter { scans.code($0, of: "tab") != nil } == Array(keys.suffix(128)))
    for number in 0..<40 { _ = scans.keep(Self.found("A"), for: "tab \(number)") }
    #expect(keys.allSatisfy { scans.code($0, of: "tab") == nil })
  }
}
