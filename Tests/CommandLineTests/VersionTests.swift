import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Versions of all parts` {
  private struct Part: Decodable {
    let name: String
    let version: String
  }

  private static let names = [
    "cardvault", "cardvault-reader", "cardvault-web", "Swift", "libsodium", "swift-protobuf",
    "ncurses", "libedit", "swift-argument-parser", "swift-subprocess", "swift-system", "libvips",
    "ZXing-C++", "zint", "ZBar", "libarchive", "librsvg", "cairo", "libseccomp", "hummingbird",
  ]

  @Test(arguments: [["list"], ["key", "check"]])
  func `the version is there behind a command, too`(command: [String]) async throws {
    let alone = try await Person().types("--version")
    let outcome = try await Person().types(command + ["--version"])
    #expect(outcome.status == 0 && outcome.output == alone.output)
  }

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
    let ours = Set(parts.prefix(3).map(\.version))
    #expect(ours == [String(own)])
    #expect(parts.allSatisfy { !$0.version.isEmpty })
  }

  @Test func `of Swift packages are those that are pinned`() async throws {
    let manifest = try String(
      contentsOfFile: Person.checkout.appending("Package.swift").string, encoding: .utf8)
    var pins = manifest.matches(of: /url: "[^"]*\/([^\/"]+)", exact: "([^"]+)"/)
      .map { "\($0.1) \($0.2)" }
    let page = try String(
      contentsOfFile: Person.checkout.appending("Sources/README.md").string, encoding: .utf8)
    for pin in pins {
      let row = "/" + pin.replacing(" ", with: ") ")
      #expect(page.contains(row), "\(pin) is not in the table of libraries")
    }
    // Only benchmarks have this one.
    pins.removeAll { $0.hasPrefix("benchmark ") }
    let lines = try await Person().types("--version", "--verbose").output.split(separator: "\n")
      .map(String.init)
    let packages = lines.filter { $0.hasPrefix("swift-") || $0.hasPrefix("hummingbird ") }
    #expect(pins.count >= 4 && packages.sorted() == pins.sorted())
  }
}
