internal import Csodium
internal import Glibc

/// A regular file open for reading; links, pipes and devices are refused.
struct PlainFile: ~Copyable, Sendable {
  let byteCount: Int
  /// The last nine bits: who may read, write and execute it.
  let mode: UInt32
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: its name in the folder, or a path.
  ///   - folder: the open folder, or `AT_FDCWD`.
  /// - Throws: `EINVAL` if it is not a regular file, `ELOOP` if it is a link, or the system's error.
  init(_ name: String, in folder: Int32 = AT_FDCWD) throws(SystemFailure) {
    // O_NONBLOCK: a pipe in its place must not block us.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = try SystemFailure.check { unsafe openat(folder, name, flags) }
    var status = stat()
    let code = unsafe fstat(descriptor, &status) < 0 ? errno : 0
    let isPlain = status.st_mode & S_IFMT == S_IFREG
    guard code == 0 && isPlain else {
      close(descriptor)
      throw SystemFailure(code: code == 0 ? EINVAL : code)
    }
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
    mode = status.st_mode & 0o777
  }

  deinit {
    close(descriptor)
  }

  /// Whether its file system stores modes; if not, the mode means nothing.
  var keepsModes: Bool { Self.keepsModes(fileSystem: cardvault_file_system_kind(descriptor)) }

  /// FAT, exFAT, NTFS (two drivers), CIFS, SMB, 9P and anything mounted through FUSE may have none (statfs(2),
  /// "linux/magic.h").
  static func keepsModes(fileSystem kind: UInt32) -> Bool {
    let without: [UInt32] = [
      0x4D44, 0x2011_BAB0, 0x5346_544E, 0x7366_746E, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997,
      0x6573_5546,
    ]
    return !without.contains(kind)
  }

  /// Reads from an offset until it has all the bytes wanted, or the file ends.
  ///
  /// - Returns: how many bytes were read.
  func read(
    into buffer: inout MutableSpan<UInt8>, _ wanted: Int, at offset: Int
  ) throws(SystemFailure) -> Int {
    var done = 0
    while done < wanted {
      let count = try SystemFailure.check {
        unsafe buffer.withUnsafeMutableBytes { bytes in
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done..<wanted])
          return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: how many bytes were read.
  func read(into buffer: inout MutableSpan<UInt8>) throws(SystemFailure) -> Int {
    var done = 0
    while done < buffer.count {
      let count = try SystemFailure.check {
        unsafe buffer.withUnsafeMutableBytes { bytes in
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
          return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
        }
      }
      if count == 0 { break }
      done += count
    }
    return done
  }
}
