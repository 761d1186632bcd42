internal import SystemPackage

/// One line from a file descriptor that the command line names.
package enum DescriptorLine {
  /// Reads a line byte by byte, so that what follows it is left for others.
  ///
  /// - Parameters:
  ///   - number: The descriptor.
  ///   - limit: The most bytes of it.
  /// - Returns: The line without its end; longer lines are cut.
  /// - Throws: `Errno`.
  package static func read(from number: Int32, atMost limit: Int) throws -> String {
    let descriptor = FileDescriptor(rawValue: number)
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while line.count < limit {
      let count = try unsafe byte.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
      if count == 0 || byte[0] == UInt8(ascii: "\n") { break }
      line.append(byte[0])
    }
    return String(decoding: line, as: UTF8.self)
  }
}
