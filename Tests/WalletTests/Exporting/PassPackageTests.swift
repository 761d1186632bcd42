import Foundation
import ReaderLink
import Testing

@testable import Wallet

/// The files of a pass.
@Suite struct PassPackageTests {
  private static let pass = Array("{}".utf8)
  private static let icons = [
    (name: "icon.png", bytes: [UInt8]()), (name: "icon@2x.png", bytes: Array("abc".utf8)),
  ]

  @Test func `the manifest lists every other file with its SHA-1`() throws {
    let files = PassPackage(passJSON: Self.pass, icons: Self.icons).files(signature: nil)
    #expect(files.map(\.name) == ["pass.json", "icon.png", "icon@2x.png", "manifest.json"])
    #expect(files[0].bytes == Self.pass)
    #expect(files[2].bytes == Self.icons[1].bytes)
    let manifest = try JSONDecoder().decode([String: String].self, from: Data(files[3].bytes))
    #expect(
      manifest == [
        "pass.json": "bf21a9e8fbc5a3846fb05b4fa0859e0917b2202f",
        "icon.png": "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "icon@2x.png": "a9993e364706816aba3e25717850c26c9cd0d89d",
      ])
  }

  @Test func `names are escaped, and their order does not change the manifest`() throws {
    let odd = [(name: #"a"b\c"#, bytes: [UInt8]())]
    let files = PassPackage(passJSON: Self.pass, icons: odd + Self.icons).files(signature: nil)
    let others = PassPackage(passJSON: Self.pass, icons: Self.icons + odd).files(signature: nil)
    #expect(files.last == others.last)
    let bytes = try #require(files.last?.bytes)
    let manifest = try JSONDecoder().decode([String: String].self, from: Data(bytes))
    #expect(manifest[#"a"b\c"#] != nil)
  }

  @Test func `a signature of the manifest is the last file`() {
    let pass = PassPackage(passJSON: Self.pass, icons: Self.icons)
    let files = pass.files(signature: [1, 2])
    #expect(files.map(\.name).suffix(2) == ["manifest.json", "signature"])
    #expect(files[3].bytes == pass.manifest)
    #expect(files[4].bytes == [1, 2])
  }
}
