import Cards
import Foundation
import SystemPackage
import VaultStore
import Wallet
import WalletFiles

/// A folder with a new vault, gone after the test.
final class WalletFolder: Sendable {
  let path: FilePath
  let vault: Vault

  init() throws {
    path = FilePath(NSTemporaryDirectory()).appending("cardvault-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true)
    vault = try Vault.create(
      at: VaultLocations(
        vault: path.appending("vault"), keyDirectory: path.appending("keys"),
        stateDirectory: path.appending("state")))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path.string)
  }

  /// Makes an empty file, and its parent folders.
  func touch(_ name: String) throws {
    let place = path.appending(FilePath(name).components)
    try FileManager.default.createDirectory(
      atPath: place.removingLastComponent().string, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: place.string))
  }
}

extension Card {
  /// A card with a made-up id.
  static func sample(_ name: String, _ numbers: String..., id: UInt8? = nil) -> Card {
    var random = SystemRandomNumberGenerator()
    let id =
      id.flatMap { CardID([UInt8](repeating: $0, count: 16)) } ?? CardID(using: &random)
    return Card(id: id, name: name, codes: numbers.map(Barcode.ean13))
  }

  func with(_ change: (inout Card) -> Void) -> Card {
    var card = self
    change(&card)
    return card
  }
}

extension Barcode {
  static func ean13(_ number: String) -> Barcode {
    Barcode(symbology: .ean13, bytes: Array(number.utf8), text: number)
  }

  static func code128(_ text: String) -> Barcode {
    Barcode(symbology: .code128, bytes: Array(text.utf8), text: text)
  }
}

extension ForeignReading {
  /// What a file holds, recognised by its content.
  init(_ bytes: [UInt8]) throws {
    guard case .text(let reading) = try ForeignFile(bytes) else { throw ForeignProblem.notText }
    self = reading
  }

  init(_ text: String) throws { try self.init(Array(text.utf8)) }
}

extension CalendarDate {
  /// The day that counts as today.
  static var someDay: CalendarDate {
    get throws {
      guard let day = CalendarDate("2026-11-22") else { throw CocoaError(.formatting) }
      return day
    }
  }
}

extension ImportOutcome {
  /// What an import of one file would do.
  init(
    _ reading: ForeignReading, into vault: Vault, keepsPhotos: Bool = false
  ) async {
    var file = ForeignContents(reading)
    file.keepsPhotos = keepsPhotos
    self.init(await ForeignImport(of: [file], into: vault).outcomes)
  }

  /// Saves its cards, without photos.
  func store(in vault: Vault) async throws {
    let cards = savedCards
    if !cards.isEmpty { try await vault.save(cards) }
  }
}
