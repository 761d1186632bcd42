import Glibc
import Testing

@testable import VaultFormat

/// Locks while another thread starts a child, which has all descriptors until it runs its program.
@Suite struct `Folder locks` {
  private let folder: VaultFolder

  init() throws { folder = try VaultFolder() }

  @Test func `a folder's lock ends with it, although a child has its descriptor`() throws {
    let child = try childOfLocked()
    defer { close(child) }
    let isFree = try Folder(folder.path).lockWhileOpen()
    #expect(isFree)
  }

  /// Locks the folder and closes it; returns the descriptor that a child got before that.
  private func childOfLocked() throws -> Int32 {
    let place = try Folder(folder.path)
    let isLocked = place.lockWhileOpen()
    #expect(isLocked)
    // Like a child's, this one refers to the same open file (flock(2)).
    return dup(place.descriptor)
  }
}
