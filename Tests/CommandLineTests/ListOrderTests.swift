import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// The order of cards whose names differ only in accents, case and punctuation.
@Suite struct `Names that fold to the same text` {
  private static let names = ["GYM", "Gym", "gym", "gyM", "Gym.", "Gÿm"]

  private func person() async throws -> Person {
    let person = try Person()
    _ = try await person.types("init")
    for name in Self.names + ["Fair", "hall"] { _ = try await person.types("add", "--name", name) }
    return person
  }

  private func listed(by person: Person, in locale: [String: String]) async throws -> [String] {
    let outcome = try await person.types("list", "--format", "plain", environment: locale)
    // Behind the id, which has eight digits.
    return outcome.output.split(separator: "\n").map { String($0.dropFirst(10)) }
  }

  @Test func `without a language, their numbers in Unicode order them, and not their ids`()
    async throws
  {
    let person = try await person()
    let names = Self.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for locale in ["C.UTF-8", "xx_XX.UTF-8"] {
      let listed = try await listed(by: person, in: ["LC_ALL": locale])
      #expect(listed == ["Fair"] + names + ["hall"], "\(locale)")
    }
  }

  private static let localedef: FilePath = "/usr/bin/localedef"
  private static var canMakeLocales: Bool {
    FileManager.default.isExecutableFile(atPath: localedef.string)
      && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE")
  }

  @Test(.enabled(if: canMakeLocales, "the system's package of locales is not installed"))
  func `the language of the locale orders them`() async throws {
    let person = try await person()
    let folder = person.home.appending("locales")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true)
    let made = try await person.runs(
      Self.localedef,
      ["-i", "de_DE", "-f", "UTF-8", folder.appending("de_DE.UTF-8").string])
    let german = ["LC_ALL": "de_DE.UTF-8", "LOCPATH": folder.string]
    let listed = try await listed(by: person, in: german)
    #expect(listed.first == "Fair" && listed.last == "hall", "\(listed) \(made.errors)")
    // In German, small letters come first; Unicode has it the other way round.
    let words = listed.filter { ["gym", "gyM", "Gym", "GYM"].contains($0) }
    #expect(words == ["gym", "gyM", "Gym", "GYM"], "\(listed) \(made.errors)")
  }
}
