import Foundation
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Where a git repository is, and the password that a person typed.
@Suite struct GitAddressTests {
  @Test(arguments: [
    ("https://ann:Quitte@example.org/cards.git", "https://ann@example.org/cards.git", "Quitte"),
    ("https://ann:a%40b%2Fc@example.org:8443/x", "https://ann@example.org:8443/x", "a@b/c"),
    ("http://:token@example.org/x", "http://example.org/x", "token"),
    // A password may contain an @, and a per cent sign.
    ("https://ann:Zwetsch@Quitte@example.org/x", "https://ann@example.org/x", "Zwetsch@Quitte"),
    ("https://ann:100%@example.org/x", "https://ann@example.org/x", "100%"),
    // Git's helpers communicate in lines.
    ("https://ann:a%0Ab@example.org/x", "https://ann@example.org/x", "a%0Ab"),
  ])
  func `a password is taken out of the URL`(typed: String, url: String, password: String) {
    let address = GitAddress(typed)
    #expect(address.url == url)
    #expect(address.environment["CARDVAULT_GIT_PASSWORD"] == password)
    #expect(!address.settings.isEmpty && !address.settings.joined().contains(password))
  }

  @Test func `a password is only for its host`() {
    let settings = GitAddress("https://ann:Quitte@example.org:8443/a/b.git").settings
    #expect(settings.allSatisfy { $0.hasPrefix("credential.https://example.org:8443.helper=") })
  }

  @Test(arguments: [
    "https://example.org/cards.git", "https://ann@example.org/cards.git", "git@example.org:a/b@c",
    "ssh://git@example.org/x", "git://example.org/a:b@c", "/srv/my:cards.git", "cards.git",
    "https://example.org/a:b@c",
  ])
  func `other addresses stay as they are`(typed: String) {
    let address = GitAddress(typed)
    #expect(address.url == typed)
    #expect(address.environment.isEmpty && address.settings.isEmpty)
  }

  @Test func `a local repository has an absolute path`() throws {
    let name = "-cards-\(UUID()).git"
    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: name) }
    let path = FileManager.default.currentDirectoryPath + "/" + name
    #expect(GitAddress(name).url == path)
    // As git finds it.
    #expect(GitAddress(String(name.dropLast(4))).url == String(path.dropLast(4)))
  }
}
