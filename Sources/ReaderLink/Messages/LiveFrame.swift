/// One frame of a camera, as it is sent to a reader: bare grey levels, or a JPEG from a device elsewhere.
///
/// Every length is checked here, so that any frame can be sent; the reader checks it all again.
public struct LiveFrame: Sendable, Hashable {
  /// Why bytes are not a frame.
  public enum Failure: Error, Sendable, Hashable {
    /// A side is shorter than `shortestSide` or longer than `longestSide`.
    case sides
    /// A row has fewer bytes than pixels, or more than `maxStride`.
    case stride
    /// There are not exactly as many bytes as the sides need; for a JPEG, none or more than
    /// `maxJPEGByteCount`.
    case byteCount
    /// The bytes do not begin like a JPEG.
    case notAJPEG
  }

  /// How the bytes are arranged.
  public enum Form: Sendable, Hashable {
    /// Rows of `stride` bytes, of which the first `width` are grey levels.
    case luma(width: Int, height: Int, stride: Int)
    /// A JPEG (ITU-T T.81).
    case jpeg
  }

  /// The shortest side in pixels; no symbol fits into less.
  public static let shortestSide = 16
  /// The longest side in pixels.
  public static let longestSide = 4_096
  /// The most bytes of a row: a longest row and as much padding.
  public static let maxStride = 2 * longestSide
  /// The most bytes of bare grey levels: 16 MiB, a square of the longest side.
  public static let maxByteCount = longestSide * longestSide
  /// The most bytes of a JPEG: 8 MiB, half a byte for each pixel of the largest frame.
  public static let maxJPEGByteCount = 8 << 20

  /// How the bytes are arranged.
  public let form: Form
  /// The rows, or the JPEG.
  public let bytes: [UInt8]

  /// Makes a frame of bare grey levels, such as the luma plane of a `VideoFrame`.
  ///
  /// - Parameters:
  ///   - width: Pixels of a row.
  ///   - height: How many rows there are.
  ///   - stride: Bytes from one row to the next.
  ///   - luma: The rows from top to bottom, `stride * height` bytes; 0 is black.
  /// - Throws: `Failure`.
  public init(width: Int, height: Int, stride: Int, luma: [UInt8]) throws(Failure) {
    form = try Self.checked(width: width, height: height, stride: stride, byteCount: luma.count)
    bytes = luma
  }

  /// Makes a frame of a JPEG, which only the sandboxed reader opens.
  ///
  /// - Parameter jpeg: The file; its sides are checked by the reader.
  /// - Throws: `Failure`.
  public init(jpeg: [UInt8]) throws(Failure) {
    form = try Self.checked(jpegByteCount: jpeg.count)
    // ITU-T T.81 B.1.1.3: SOI, then any marker.
    guard jpeg.starts(with: [0xFF, 0xD8, 0xFF]) else { throw .notAJPEG }
    bytes = jpeg
  }

  /// The form of so many bytes of bare grey levels.
  static func checked(
    width: Int, height: Int, stride: Int, byteCount: Int
  ) throws(Failure) -> Form {
    let sides = shortestSide...longestSide
    guard sides.contains(width), sides.contains(height) else { throw .sides }
    guard (width...maxStride).contains(stride) else { throw .stride }
    guard byteCount == stride * height, byteCount <= maxByteCount else { throw .byteCount }
    return .luma(width: width, height: height, stride: stride)
  }

  /// The form of so many bytes of a JPEG.
  static func checked(jpegByteCount: Int) throws(Failure) -> Form {
    guard (1...maxJPEGByteCount).contains(jpegByteCount) else { throw .byteCount }
    return .jpeg
  }
}
