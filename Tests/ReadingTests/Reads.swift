import Cards
import Reading

@testable import PictureSupport

/// Reads a file and collects its pages.
func pages(
  of bytes: [UInt8], options: ReadingOptions = ReadingOptions()
) throws(ReadingError) -> [PictureReading] {
  _ = decoders
  var pages: [PictureReading] = []
  try unsafe PictureReader(options).read(bytes.span.bytes) { pages.append($0) }
  return pages
}

/// The codes of all pages.
func codes(
  of bytes: [UInt8], options: ReadingOptions = ReadingOptions()
) throws(ReadingError) -> [FoundBarcode] {
  try pages(of: bytes, options: options).flatMap(\.codes)
}
