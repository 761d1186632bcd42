import Testing

@testable import WebApp

@Suite("How far imports are")
struct ImportProgressTests {
  @Test func `each tab sees its own import, while it is running`() throws {
    let progress = ImportProgress()
    progress.begin("tab")
    #expect(progress.count(for: "tab") == .init(done: 0, total: 0))
    try progress.note(12, of: 300, for: "tab")
    #expect(progress.count(for: "tab") == .init(done: 12, total: 300))
    #expect(progress.count(for: "other tab") == .init())
    progress.end("tab")
    #expect(progress.count(for: "tab") == .init())
  }

  @Test func `a tab stops its own import alone, and none that begins later`() throws {
    let progress = ImportProgress()
    progress.stop("tab")
    progress.begin("tab")
    progress.begin("other tab")
    try progress.note(1, of: 2, for: "tab")
    progress.stop("tab")
    try progress.note(1, of: 2, for: "other tab")
    #expect(throws: ImportProgress.Stopped.self) { try progress.note(2, of: 2, for: "tab") }
    progress.end("tab")
    progress.begin("tab")
    try progress.note(1, of: 2, for: "tab")
  }
}
