import Cpictures
import Czxing
import Reading

#if canImport(Glibc)
  import Glibc
#endif

/// Starts the decoders once for all tests of this process.
let decoders: Void = {
  do {
    try Decoders.warmUp()
  } catch {
    preconditionFailure("\(error)")
  }
}()

/// A grey drawing on which symbols are placed, and that is saved in any format.
struct Sample {
  /// How a picture is stored; 0 means unspecified.
  struct Storage {
    var orientation = 0
    var pageHeight = 0
    var isCMYK = false
    var is16Bit = false
  }

  var width: Int
  var height: Int
  var pixels: [UInt8]

  /// An empty background.
  init(width: Int, height: Int, shade: UInt8 = 255) {
    _ = decoders
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: shade, count: width * height)
  }

  /// One symbol in the middle of a white background.
  init(
    _ format: ZXing_BarcodeFormat, _ text: String, scale: Int = 4, width: Int = 600,
    height: Int = 400, options: String = ""
  ) {
    self.init(width: width, height: height)
    let symbol = Self.drawn(format, text, scale: scale, options: options)
    lay(symbol, x: (width - symbol.width) / 2, y: (height - symbol.height) / 2)
  }

  /// The bare symbol with its quiet zone, and with its text below if that `isPrinted`.
  static func drawn(
    _ format: ZXing_BarcodeFormat, _ text: String, scale: Int = 4, options: String = "",
    isPrinted: Bool = false
  ) -> Sample {
    let creator = unsafe ZXing_CreatorOptions_new(format)
    unsafe ZXing_CreatorOptions_setOptions(creator, options)
    let writer = unsafe ZXing_WriterOptions_new()
    unsafe ZXing_WriterOptions_setScale(writer, Int32(scale))
    unsafe ZXing_WriterOptions_setAddQuietZones(writer, true)
    unsafe ZXing_WriterOptions_setAddHRT(writer, isPrinted)
    let symbol = unsafe ZXing_CreateBarcodeFromText(text, Int32(text.utf8.count), creator)
    let image = unsafe ZXing_WriteBarcodeToImage(symbol, writer)
    guard let image = unsafe image, let data = unsafe ZXing_Image_data(image) else {
      preconditionFailure("ZXing drew nothing for \(text)")
    }
    let (width, height) = unsafe (Int(ZXing_Image_width(image)), Int(ZXing_Image_height(image)))
    var sample = Sample(width: width, height: height)
    sample.pixels = unsafe Array(UnsafeBufferPointer(start: data, count: width * height))
    unsafe ZXing_Image_delete(image)
    unsafe ZXing_Barcode_delete(symbol)
    unsafe ZXing_WriterOptions_delete(writer)
    unsafe ZXing_CreatorOptions_delete(creator)
    return sample
  }

  /// Places another drawing with its top left corner at (x, y).
  mutating func lay(_ other: Sample, x: Int, y: Int) {
    for row in 0..<other.height {
      for column in 0..<other.width {
        pixels[(y + row) * width + x + column] = other.pixels[row * other.width + column]
      }
    }
  }

  /// A drawing whose pixel (x, y) is this one's at `source(x, y)`.
  func remapped(width: Int, height: Int, source: (Int, Int) -> (x: Int, y: Int)) -> Sample {
    var other = Sample(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let from = source(x, y)
        other.pixels[y * width + x] = pixels[from.y * self.width + from.x]
      }
    }
    return other
  }

  /// A linear symbol of upright bars, out of focus and shrunk: every `step`-th column, each the mean of the columns
  /// up to `reach` away, on white.
  func blurred(reach: Int, every step: Int) -> Sample {
    let bars = pixels[(height / 2 * width)..<((height / 2 + 1) * width)].map { Int($0) }
    let means = stride(from: 0, to: width, by: step).map { x in
      let near = bars[max(0, x - reach)...min(width - 1, x + reach)]
      return UInt8(near.reduce(0, +) / near.count)
    }
    var shrunk = Sample(width: means.count, height: 60)
    shrunk.pixels = Array(repeatElement(means, count: 60).joined())
    var picture = Sample(width: means.count + 80, height: 140)
    picture.lay(shrunk, x: 40, y: 40)
    return picture
  }

  /// This drawing as a camera held in EXIF orientation `orientation` would store it.
  func stored(inOrientation orientation: Int) -> Sample {
    let (right, bottom) = (width - 1, height - 1)
    return switch orientation {
    case 2: remapped(width: width, height: height) { (right - $0, $1) }
    case 3: remapped(width: width, height: height) { (right - $0, bottom - $1) }
    case 4: remapped(width: width, height: height) { ($0, bottom - $1) }
    case 5: remapped(width: height, height: width) { ($1, $0) }
    case 6: remapped(width: height, height: width) { (right - $1, $0) }
    case 7: remapped(width: height, height: width) { (right - $1, bottom - $0) }
    case 8: remapped(width: height, height: width) { ($1, bottom - $0) }
    default: self
    }
  }

  /// The drawing as a file; `nil` when this machine's image library cannot write the format.
  ///
  /// `channels` makes a pixel's bytes from its grey level: one, three or four of them.
  func saved(
    as suffix: String, storage: Storage = Storage(),
    channels: (UInt8) -> [UInt8] = { [$0, $0, $0] }
  ) -> [UInt8]? {
    let form = cpictures_storage(
      orientation: Int32(storage.orientation), page_height: Int32(storage.pageHeight),
      is_cmyk: storage.isCMYK ? 1 : 0, is_16_bit: storage.is16Bit ? 1 : 0)
    let interleaved = pixels.flatMap(channels)
    let bands = interleaved.count / pixels.count
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard
      unsafe cpictures_save(
        interleaved, Int32(width), Int32(height), Int32(bands), suffix, form, &bytes, &count) == 0
    else { return nil }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
