import Cards
import Reading

@testable import PictureSupport

/// Reads a file and collects its pages.
func pages(
  of bytes: [UInt8], as symbologies: Set<Symbology> = Set(Symbology.allCases),
  password: [UInt8]? = nil
) throws(ReadingError) -> [PictureReading] {
  _ = decoders
  var pages: [PictureReading] = []
  let reader = try PictureReader(symbologies: symbologies, password: password)
  try unsafe reader.read(bytes.span.bytes) { pages.append($0) }
  return pages
}

/// The codes of all pages.
func codes(
  of bytes: [UInt8], as symbologies: Set<Symbology> = Set(Symbology.allCases)
) throws(ReadingError) -> [FoundBarcode] {
  try pages(of: bytes, as: symbologies).flatMap(\.codes)
}
