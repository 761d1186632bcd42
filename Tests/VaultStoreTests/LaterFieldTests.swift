import Cards
import Foundation
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What a program of a later version wrote, and this one does not know, stays whatever is done here.
@Suite struct LaterFieldTests {
  private let folder: VaultFolder
  private let card = Card.sample("Gym", id: 1)

  init() throws {
    folder = try VaultFolder()
  }

  /// A vault with a card that has fields of later programs.
  private func made() async throws -> Vault {
    let vault = try Vault.create(at: folder.locations())
    try await vault.save([card])
    let changes = [
      FieldChange(field: 900, mergeClass: .register, operation: .set, value: [1, 2]),
      FieldChange(field: 901, mergeClass: .set, operation: .add, value: [3]),
    ]
    try await vault.write(
      [CardEdit(card: card.id, kind: .edit, changes: changes)], at: vault.now())
    return vault
  }

  private func isKept(in vault: Vault) async {
    let fields = await vault.fields(of: card.id)
    #expect(fields.value(of: 900, .register) == [1, 2])
    #expect(fields.elements(of: 901) == [[3]])
  }

  @Test func `through a pack`() async throws {
    let vault = try await made()
    try await vault.packForTests()
    await isKept(in: try Vault.open(at: folder.locations()))
  }

  @Test func `through a change of key, and its end`() async throws {
    let vault = try await made()
    _ = try await vault.rotate()
    let rotated = try Vault.open(at: folder.locations())
    await isKept(in: rotated)
    _ = try await rotated.finishRotation()
    await isKept(in: try Vault.open(at: folder.locations()))
  }
}
