import Foundation
import SystemPackage
import Testing

@testable import VaultFormat

/// Temporary folders for files that nobody else may read.
@Suite struct PrivateFolderTests {
  @Test func `only its owner can open it, and it goes with everything in it`() throws {
    let paths = try [false, true].map { isRemovedEarly in
      let folder = try PrivateFolder()
      let path = folder.path.string
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o700)
      try Data("words".utf8).write(to: URL(filePath: folder.path.appending("file").string))
      if isRemovedEarly { folder.remove() }
      #expect(FileManager.default.fileExists(atPath: path) == !isRemovedEarly)
      _ = consume folder
      return path
    }
    for path in paths { #expect(!FileManager.default.fileExists(atPath: path)) }
    #expect(Set(paths).count == 2)
  }
}
