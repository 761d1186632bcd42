import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Versions of all parts` {
  private struct Part: Decodable {
    let name: String
    let version: String
  }

  /// What this needs at least; the web app may be missing.
  private static let names = [
    "cardvault", "cardvault-reader", "cardvault-web", "Swift", "libsodium", "swift-protobuf",
    "ncurses", "libedit", "libvips", "ZXing-C++", "zint", "ZBar", "libarchive", "librsvg", "cairo",
    "libseccomp",
  ]

  @Test(arguments: [["--version", "--verbose"], ["--verbose", "--version"]])
  func `are listed line by line`(words: [String]) async throws {
    let person = try Person()
    let outcome = try await person.types(words)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.compactMap(\.first).map(String.init) == Self.names)
    #expect(lines.allSatisfy { $0.count >= 2 })
    #expect(outcome.output.contains("libsodium 1.") && outcome.output.contains("ZXing-C++ 3."))
  }

  @Test func `are an array for scripts`() async throws {
    let person = try Person()
    let outcome = try await person.types("--version", "--verbose", "--format", "json")
    let parts = try JSONDecoder().decode([Part].self, from: Data(outcome.bytes))
    #expect(parts.map(\.name) == Self.names)
    let own = try await person.types("--version").output.dropLast()
    let ours = parts.prefix(2).map(\.version)
    #expect(ours == [String(own), String(own)])
    #expect(parts.allSatisfy { !$0.version.isEmpty })
  }
}
