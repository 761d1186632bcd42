internal import Cards
internal import ReaderLink
internal import Wallet

/// The headers of a frame: its form, its size, and what to look for in it.
struct ScanFrame: Sendable {
  /// What a person looks for.
  enum Wanted: Sendable, Hashable {
    case any
    /// ISBNs, even doubtful ones, which a person may take by a tap.
    case books
    case symbologies(Set<Symbology>)
  }

  /// 2,048 pixels square; pages send less.
  static let byteLimit = 4 << 20

  /// How the bytes are arranged.
  private enum Form: Sendable {
    case luma(width: Int, height: Int, stride: Int)
    case jpeg
  }

  let wanted: Wanted
  private let form: Form

  /// Parses the headers.
  ///
  /// - Throws: `DecodingError` if one is missing or makes no sense.
  init(_ header: (String) -> String?) throws(DecodingError) {
    form =
      try header("Content-Type") == RequestGuard.jpegType
      ? .jpeg
      : .luma(
        width: Self.number(header("X-Width")), height: Self.number(header("X-Height")),
        stride: Self.number(header("X-Stride")))
    wanted = try Self.wanted(header("X-Wanted") ?? "")
  }

  /// The request for the reader.
  var request: LiveRequest {
    switch wanted {
    case .any: LiveRequest()
    case .books: LiveRequest(symbologies: Self.ofBooks)
    case .symbologies(let some): LiveRequest(symbologies: some)
    }
  }

  /// The frame made of these bytes.
  ///
  /// - Throws: `DecodingError` if they are not exactly as many as the headers say, too few for a picture, or no JPEG.
  func frame(_ bytes: [UInt8]) throws(DecodingError) -> LiveFrame {
    do throws(LiveFrame.Failure) {
      switch form {
      case .luma(let width, let height, let stride):
        return try LiveFrame(width: width, height: height, stride: stride, luma: bytes)
      case .jpeg: return try LiveFrame(jpeg: bytes)
      }
    } catch {
      throw .malformed("not a frame")
    }
  }

  /// Whether a code is looked for.
  func wants(_ found: FoundBarcode) -> Bool {
    switch wanted {
    case .any: true
    case .books: found.namesBook
    case .symbologies(let some): some.contains(found.barcode.symbology)
    }
  }

  /// Whether to offer a code that is not looked for: a sure one.
  func offers(_ found: FoundBarcode) -> Bool { found.isSure && !wants(found) }

  /// EAN-13 on books; as text in the others in libraries and shops.
  private static let ofBooks: Set<Symbology> = [
    .ean13, .code128, .code39, .qrCode, .dataMatrix, .dataBar, .dataBarExpanded,
  ]

  private static func wanted(_ text: String) throws(DecodingError) -> Wanted {
    switch text {
    case "": return .any
    case "ISBN": return .books
    case "Product codes": return .symbologies(Set(Symbology.allCases.filter(\.isRetail)))
    default:
      // Only the exact names, although people may write them differently.
      guard let symbology = Symbology.allCases.first(where: { $0.name == text }) else {
        throw .malformed("no such symbology")
      }
      return .symbologies([symbology])
    }
  }

  private static func number(_ text: String?) throws(DecodingError) -> Int {
    guard let text, text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text)
    else { throw .malformed("not a size") }
    return number
  }
}
