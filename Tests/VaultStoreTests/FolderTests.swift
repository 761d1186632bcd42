import Foundation
import Glibc
import SystemPackage
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

  @Test func `the right to write ends with its value, although a child has its descriptor`() throws
  {
    let child = try childOfWriter()
    defer { close(child) }
    let lock = try FolderLock(Folder(folder.path))
    let isFree = lock != nil
    #expect(isFree)
  }

  @Test func `a writer waits for the one before it`() throws {
    let other = try otherWriter()
    Thread.detachNewThread {
      usleep(50_000)
      close(other)
    }
    _ = try FolderLock(Folder(folder.path), of: folder.path, timeout: .seconds(60))
  }

  @Test func `a writer that no longer waits does not keep the lock when it comes`() throws {
    let other = try otherWriter()
    #expect(throws: VaultError.inUse(folder.path)) {
      _ = try FolderLock(Folder(folder.path), of: folder.path, timeout: .milliseconds(50))
    }
    close(other)
    _ = try FolderLock(Folder(folder.path), of: folder.path, timeout: .seconds(60))
  }

  /// Another process's right to write, until the descriptor is closed.
  private func otherWriter() throws -> Int32 {
    let descriptor = unsafe open(
      folder.path.appending("lock").string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(descriptor, LOCK_EX) == 0)
    return descriptor
  }

  /// Locks the folder and closes it; returns the descriptor that a child got before that.
  private func childOfLocked() throws -> Int32 {
    let opened = try Folder(folder.path)
    let isLocked = opened.lockWhileOpen()
    #expect(isLocked)
    // Like a child's, this one refers to the same open file (flock(2)).
    return dup(opened.descriptor)
  }

  /// Takes the right to write and gives it back; returns the descriptor that a child got before that.
  private func childOfWriter() throws -> Int32 {
    let lock = try FolderLock(Folder(folder.path))
    let isLocked = lock != nil
    #expect(isLocked)
    let descriptors = "/proc/self/fd"
    let own = try FileManager.default.contentsOfDirectory(atPath: descriptors).first { name in
      let file = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(descriptors)/\(name)")
      return file == folder.path.appending("lock").string
    }
    let child = dup(try #require(own.flatMap { Int32($0) }))
    _ = consume lock
    return child
  }
}

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
