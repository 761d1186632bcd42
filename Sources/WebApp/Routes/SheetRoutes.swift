internal import Cards
internal import FoundationEssentials
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// The recovery sheet, for printing.
struct SheetRoutes: Sendable {
  private static let refusal = "no sheet was created"

  let holder: VaultHolder
  private let turns = Turns(
    atOnce: 1, maxWaiting: 0,
    orElse: Failure(
      SheetRoutes.refusal, because: "another one is being created", try: "ask again in a moment",
      status: .inUse))

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls.
  func add(to calls: CallGroup) { calls.get("sheet", sheet) }

  private struct Sheet: Encodable, Sendable { let pages: [String] }

  /// `sheet`: the pages as pictures, drawn by a fresh reader and not stored.
  func sheet(_ call: Call) async throws -> Answer {
    let vault = try await holder.vault()
    let page = try await turns.run { try await Self.page(of: vault, at: holder.locations) }
    return .json(Sheet(pages: [Data(page).base64EncodedString()]))
  }

  private static func page(of vault: Vault, at locations: VaultLocations) async throws -> [UInt8] {
    let path = try Vault.keyFile(at: locations).path
    let key = try VaultError.naming(keyFile: path) { () throws(SealingError) in
      try KeyFile.read(path.string)
    }
    guard key.keyID == vault.keyID else { throw VaultError.wrongKey(key.keyID, path) }
    let file = try UnnamedFile.inMemory(orElse: refusal, try: .run("key", "sheet"))
    let descriptor = FileDescriptor(rawValue: file.descriptor)
    try await SheetPrinter(executable: try ReaderPool.readerBesideExecutable()).print(
      key, fingerprint: vault.fingerprint, date: .today(), as: .png, into: descriptor)
    let bytes = try contents(of: descriptor)
    _ = consume file
    return bytes
  }

  private static func contents(of file: FileDescriptor) throws -> [UInt8] {
    let byteCount = Int(try file.seek(offset: 0, from: .end))
    _ = try file.seek(offset: 0, from: .start)
    guard (1...PictureRenderer.maxOutputByteCount).contains(byteCount) else {
      throw ReaderLinkError.notRendered
    }
    return try unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
      while filled < byteCount {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let more = try unsafe file.read(into: rest)
        if more == 0 { break }
        filled += more
      }
    }
  }
}
