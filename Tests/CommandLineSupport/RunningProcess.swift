package import Foundation
internal import Testing

/// What the kernel tells about a running process, in `/proc`.
package enum RunningProcess {
  /// The text of a file in `/proc`; `nil` when its process is gone.
  package static func text(_ path: String) -> String? {
    // Such a file has no length and is delivered in pieces of a page: all of them must be read.
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return nil }
    defer { try? file.close() }
    do {
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// All memory that the process has mapped as readable, piece by piece.
  package static func memory(of process: Int32) throws -> [Data] {
    let maps = try #require(text("/proc/\(process)/maps"))
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/mem"))
    defer { try? file.close() }
    return maps.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard fields[1].hasPrefix("r"), bounds.count == 2, !line.hasSuffix("[vvar]") else {
        return nil
      }
      do {
        try file.seek(toOffset: bounds[0])
        return try file.read(upToCount: Int(bounds[1] - bounds[0]))
      } catch {
        return nil
      }
    }
  }
}
