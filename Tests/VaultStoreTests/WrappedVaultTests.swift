import Cards
import Foundation
import SystemPackage
import Testing

@testable import Sealing
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Vaults whose key is wrapped with a passphrase.
@Suite struct WrappedVaultTests {
  @Test func `a wrapped vault opens with its passphrase, and keeps its cards`() async throws {
    let folder = try VaultFolder()
    let made = try Vault.create(
      at: folder.locations(), passphrase: try Passphrase("open sesame"), cost: .least)
    try await made.save([.sample("Gym")])
    let opened = try Vault.open(at: folder.locations(), keyProvider: typing("open sesame"))
    #expect(await opened.cards.map(\.name) == ["Gym"])
    #expect(opened.fingerprint == made.fingerprint)
    let (id, path) = try Vault.keyFile(at: folder.locations())
    #expect(path == made.locations.keyFile && path.lastComponent?.string == id.description)
    let stored = try KeyFile.read(path.string)
    #expect(stored.isWrapped && stored.keyID == id)
  }

  @Test func `with nobody to ask, it stays closed`() async throws {
    let folder = try VaultFolder()
    _ = try Vault.create(
      at: folder.locations(), passphrase: try Passphrase("open sesame"), cost: .least)
    #expect(
      await failure { () throws(VaultError) in try Vault.open(at: folder.locations()) }
        == .passphraseNeeded)
    let refused = await failure { () throws(VaultError) in
      try Vault.open(at: folder.locations()) { (_) throws(VaultError) in throw .wrongPassphrase }
    }
    #expect(refused == .wrongPassphrase)
  }

  @Test func `nobody is asked for a plain key, or for one of another vault`() async throws {
    let (folder, other) = (try VaultFolder(), try VaultFolder())
    _ = try Vault.create(at: folder.locations())
    let wrapped = try Vault.create(
      at: other.locations(), passphrase: try Passphrase("open sesame"), cost: .least)
    _ = try Vault.open(at: folder.locations()) { (_) throws(VaultError) in throw .wrongPassphrase }
    var locations = folder.locations()
    locations.keyFile = wrapped.locations.keyFile
    let refused = await failure { [locations] () throws(VaultError) in
      try Vault.open(at: locations) { (_) throws(VaultError) in throw .wrongPassphrase }
    }
    guard case .wrongKey = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  @Test func `a key altered to have this vault's id does not open it`() async throws {
    let (folder, other) = (try VaultFolder(), try VaultFolder())
    let vault = try Vault.create(at: folder.locations())
    let foreign = try Vault.create(at: other.locations())
    let path = try #require(foreign.locations.keyFile)
    var locations = folder.locations()
    locations.keyFile = folder.path.appending("altered")
    let id = try Vault.keyFile(at: folder.locations()).id
    guard case .plain(let root) = try KeyFile.read(path.string) else { return }
    var bytes = try WrappedKey.wrap(root, with: Passphrase("open sesame"), cost: .least).bytes
    for index in 0..<16 { bytes[26 + index] = id.bytes[index] }
    try KeyFile.write(
      .wrapped(try WrappedKey(bytes.span)), to: locations.keyFile?.string ?? "nowhere")
    let refused = await failure { [locations] () throws(VaultError) in
      try Vault.open(at: locations, keyProvider: typing("open sesame"))
    }
    #expect(refused == .wrongPassphrase)
    #expect(vault.fingerprint != foreign.fingerprint)
  }

  @Test func `a vault that could not be created leaves no key behind`() async throws {
    let folder = try VaultFolder()
    try folder.write([1], to: "vault")
    _ = await failure { () throws(VaultError) in
      try Vault.create(
        at: folder.locations(),
        passphrase: try VaultError.ofKeys { () throws(SealingError) in
          try Passphrase("open sesame")
        }, cost: .least)
    }
    #expect(try folder.files().keys.sorted() == ["vault"])
  }
}
