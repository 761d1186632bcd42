import Foundation
import SystemPackage
import Testing
import Wallet

/// A vault that is made beside its place.
@Suite struct StagedVaultTests {
  private let folder: WalletFolder

  init() throws { folder = try WalletFolder() }

  /// Makes an empty folder where the vault is made.
  ///
  /// - Returns: Whether there was such a place.
  private func make(_ name: String, isWhole: Bool) throws -> Bool {
    guard let staged = try StagedVault(for: folder.path.appending(name)) else { return false }
    try FileManager.default.createDirectory(
      atPath: staged.path.string, withIntermediateDirectories: false)
    if isWhole { try staged.moveToPlace() }
    return true
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted() }
  }

  @Test func `it moves to its place when it is whole, and otherwise leaves nothing`() throws {
    let before = try names
    #expect(try make("new", isWhole: false) && names == before)
    #expect(try make("new", isWhole: true) && names == (before + ["new"]).sorted())
    // What a killed command left is no obstacle, and an empty folder is replaced.
    try FileManager.default.createDirectory(
      atPath: folder.path.appending("new.merging/vault/segments").string,
      withIntermediateDirectories: true)
    #expect(try make("new", isWhole: true) && names == (before + ["new"]).sorted())
  }

  @Test func `an empty folder stays as it is until the vault replaces it`() throws {
    let place = folder.path.appending("own")
    try FileManager.default.createDirectory(
      atPath: place.string, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o750])
    let before = try place.stat()
    #expect(try make("own", isWhole: false))
    let after = try place.stat()
    #expect(before.inode == after.inode && before.permissions == after.permissions)
    #expect(try make("own", isWhole: true) && !names.contains("own.merging"))
  }

  @Test func `there is no such place where files or links are`() throws {
    #expect(try !make("vault", isWhole: true))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path.appending("link").string,
      withDestinationPath: folder.path.appending("keys").string)
    #expect(try !make("link", isWhole: true))
    #expect(try !names.contains { $0.hasSuffix(".merging") })
  }
}
