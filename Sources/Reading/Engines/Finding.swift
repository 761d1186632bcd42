internal import Cards

/// One symbol as one engine read it, with the evidence for it.
struct Finding {
  /// How the number of an EAN or UPC compares with other numbers that look like it.
  enum Rivalry {
    /// It fits the picture clearly better than the numbers that thick or thin bars would turn it into.
    case outdone
    /// Another number fits as well, or better.
    case equal
  }

  /// What read it.
  enum Engine {
    case zxing
    case zbar
    /// Our own for EAN and UPC, when out of focus, or when another number fits better than the one that was read.
    case blurred
    /// Our own, only checking whether a number that another engine read fits the picture.
    case confirming
    /// Our own, the digits printed below the bars.
    case print
  }

  /// What it was read on.
  enum View {
    /// The original picture, or turned, scaled or inverted.
    case plain
    /// A straightened region: each line is the mean of its own band.
    case strip
    /// A picture that was sharpened, or whose contrast was evened out.
    case altered
  }

  var barcode: Barcode
  var place: Place
  var engine: Engine
  /// Lines that confirm it: scan lines of the picture, or bands of a strip; 1 for matrix symbols.
  var lineCount: Int
  var view = View.plain
  /// The share of a located region's length that the symbol fills, 0 to 1; `nil` if none was located.
  var span: Double?
  /// Whether an ITF goes on, since more of its bars are beside it; `nil` if unknown.
  var hasBarsBeside: Bool?
  /// How an EAN or UPC compares with its rivals; `nil` if not compared.
  var rivals: Rivalry?
  /// Whether a Code 128 begins as a row of a Codablock F does.
  var isRow = false
}
