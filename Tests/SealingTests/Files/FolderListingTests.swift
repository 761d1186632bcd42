import Foundation
import Glibc
import Sealing
import Testing

@Suite final class FolderListingTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "cardvault-listing-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test func `all names are listed byte by byte, afresh each time`() throws {
    let descriptor = try WholeFile.openFolder(folder)
    defer { close(descriptor) }
    // The longest name that Linux allows, a hidden one, and one that is not UTF-8.
    let names = [Array(repeating: 97, count: 255), Array(".hidden".utf8), [0x66, 0xFC, 0x72]]
    for name in names {
      let file = unsafe openat(
        descriptor, name.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      try #require(file >= 0)
      close(file)
    }
    for _ in 0..<2 {
      let found = try FolderListing.names(in: descriptor)
      #expect(Set(found) == Set(names + [[0x2E], [0x2E, 0x2E]]))
      #expect(found.count == 5)
      #expect(try FolderListing.names(in: descriptor, limit: 4).count == 4)
    }
  }

  @Test func `anything but a folder cannot be listed`() throws {
    let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    do throws(SystemFailure) {
      _ = try FolderListing.names(in: file)
      Issue.record("it was listed")
    } catch {
      #expect(error.code == ENOTDIR)
    }
  }
}
