import Testing

@testable import ReaderLink

/// How the programs came to this machine.
@Suite struct InstallationTests {
  @Test(
    arguments: [
      ("/usr/libexec/cardvault/cardvault", .debianPackage),
      ("/usr/libexec/cardvault/cardvault-web", .debianPackage),
      ("/home/anna/any where/libexec/cardvault/cardvault", .tarball),
      ("/usr/local/libexec/cardvault/cardvault", .tarball),
      ("/home/anna/.local/bin/cardvault", .source), ("/usr/local/bin/cardvault", .source),
      ("/home/anna/cardvault/.build/release/cardvault", .source), ("", .source),
      ("/usr/libexec/cardvault/cardvault-web (deleted)", .replaced),
    ] as [(String, Installation)])
  func `the path of the running program shows how it was installed`(
    path: String, expected: Installation
  ) {
    #expect(Installation(executable: path) == expected)
  }
}
