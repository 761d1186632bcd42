import Foundation
import Glibc
import Testing

@testable import Sealing

@Suite final class WholeFileTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "cardvault-files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test(arguments: [0, 1, 4_096, 1 << 20])
  func `a file is read back whole, and alone in its folder`(byteCount: Int) throws {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let descriptor = try WholeFile.openFolder(folder)
    defer { close(descriptor) }
    try WholeFile.write(bytes.span, to: "file", in: descriptor, existing: .kept)
    #expect(try WholeFile.read("file", in: descriptor, limit: byteCount) == bytes)
    #expect(failure { try WholeFile.read("file", in: descriptor, limit: byteCount - 1) } == EFBIG)
    #expect(try names() == ["file"])
  }

  @Test func `an existing file is kept or replaced`() throws {
    let descriptor = try WholeFile.openFolder(folder)
    defer { close(descriptor) }
    try WholeFile.write([1].span, to: "file", in: descriptor, existing: .kept)
    #expect(
      failure { try WholeFile.write([2].span, to: "file", in: descriptor, existing: .kept) }
        == EEXIST)
    #expect(try WholeFile.read("file", in: descriptor, limit: 1) == [1])
    try WholeFile.write([3].span, to: "file", in: descriptor, existing: .replaced)
    #expect(try WholeFile.read("file", in: descriptor, limit: 1) == [3])
    #expect(try names() == ["file"])
  }

  @Test func `a file that may not be on the disk is not left to appear later`() throws {
    // Everything except fsync works on a folder opened with O_PATH (open(2)), which Glibc hides.
    let descriptor = unsafe open(folder, 0o10_000_000 | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(
      failure { try WholeFile.write([1].span, to: "file", in: descriptor, existing: .kept) }
        == EBADF)
    #expect(try names() == [])
    try WholeFile.write(
      [1].span, to: "file", in: descriptor, existing: .replaced, durability: .content)
    #expect(
      failure { try WholeFile.write([2].span, to: "file", in: descriptor, existing: .replaced) }
        == EBADF)
    #expect(try WholeFile.read("file", in: descriptor, limit: 1) == [2])
    #expect(try names() == ["file"])
  }

  @Test(arguments: [WholeFile.Existing.kept, .replaced])
  func `a process that ends midway leaves nothing, or a recognisable temporary file`(
    existing: WholeFile.Existing
  ) async throws {
    let isKept = existing == .kept
    await #expect(processExitsWith: .signal(SIGXFSZ)) {
      [folder = folder as String, isKept = isKept as Bool] in
      let descriptor = try WholeFile.openFolder(folder)
      // Programs that run tests may have this signal ignored or blocked.
      signal(SIGXFSZ, SIG_DFL)
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
      var limit = rlimit(rlim_cur: 1, rlim_max: 1)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      try WholeFile.write(
        [1, 2, 3].span, to: "file", in: descriptor, existing: isKept ? .kept : .replaced)
    }
    let left = try names()
    #expect(left.count == (isKept ? 0 : 1))
    #expect(left.allSatisfy { WholeFile.name(ofTemporary: $0) == "file" })
  }

  @Test(arguments: [
    (".file.0123456789abcdef.tmp", true), (".file.0123456789ABCDEF.tmp", false),
    ("file.0123456789abcdef.tmp", false), (".file.0123456789abcde.tmp", false),
    (".file.0123456789abcdef", false), (".file.tmp", false), (".file..tmp", false), ("file", false),
    (".other.0123456789abcdef.tmp", false), (".file.x.0123456789abcdef.tmp", false), ("", false),
  ])
  func `no other name is mistaken for a temporary one`(name: String, isTemporary: Bool) {
    #expect((WholeFile.name(ofTemporary: name) == "file") == isTemporary)
  }

  @Test func `links, folders and pipes are not read`() throws {
    let descriptor = try WholeFile.openFolder(folder)
    defer { close(descriptor) }
    try WholeFile.write([1].span, to: "file", in: descriptor, existing: .kept)
    unsafe symlink("file", folder + "/link")
    unsafe mkdir(folder + "/folder", 0o700)
    unsafe mkfifo(folder + "/pipe", 0o600)
    for (name, code) in [("link", ELOOP), ("folder", EINVAL), ("pipe", EINVAL), ("none", ENOENT)] {
      #expect(failure { try WholeFile.read(name, in: descriptor, limit: 9) } == code, "\(name)")
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  private func failure<Value>(_ body: () throws -> Value) -> Int32? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? SystemFailure)?.code
    }
  }
}

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
