public import Cards

/// Reads the barcodes on pictures and documents.
///
/// Create one for each file: that takes 5 µs, and ZBar's scanner carries traces of one picture into the next (both
/// measured). Call `Decoders.warmUp()` first, once per process.
public struct PictureReader: ~Copyable {
  /// Pictures with more pixels than this (in millions) are refused by their header.
  public static let maxMegapixels = DecodingMemory.maxMegapixels

  /// The longer side that pictures are first read at: nothing linear in 12 and 48 megapixel photos is lost at 1,500
  /// to 2,000 pixels, and both engines are fast (our measurement).
  private static let workingSide = 1_800

  /// Pictures above this many megapixels are not read again at full size.
  private static let fullSizeLimit = 25

  /// Documents with more pages than this are read without the later passes: they are text.
  private static let leafletPageCount = 4

  private let symbologies: Set<Symbology>
  private let pageLimit: Int
  private let password: [UInt8]?
  private let engines: Engines

  /// Sets the engines up.
  ///
  /// - Parameters:
  ///   - symbologies: The symbologies to return; others are skipped.
  ///   - pageLimit: The most pages of a document to read; at least 1.
  ///   - password: A document's password without zero bytes; `nil` without one.
  /// - Throws: `ReadingError.outOfMemory`.
  public init(
    symbologies: Set<Symbology> = Set(Symbology.allCases), pageLimit: Int = 50,
    password: [UInt8]? = nil
  ) throws(ReadingError) {
    precondition(pageLimit >= 1)
    self.symbologies = symbologies
    self.pageLimit = pageLimit
    self.password = password
    engines = try Engines(symbologies: symbologies)
  }

  /// Reads a picture, a document page by page, or the first picture of an animation.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - onPage: called with each page as soon as it is read; once for a photo, even when nothing was found.
  /// - Throws: `ReadingError` when the file, or a page of it, cannot be read. Earlier pages have been passed to
  ///   `onPage`, also when `.tooManyPages` is thrown.
  public func read(
    _ bytes: RawSpan, onPage: (PictureReading) -> Void
  ) throws(ReadingError) {
    let format = try PictureFormat(bytes)
    var page = 0
    var pageCount = 1
    while page < min(pageCount, pageLimit) {
      let header = try PictureHeader(bytes, format: format, page: page, password: password)
      if page == 0, format.hasPages { pageCount = header.pageCount }
      let found = try codes(bytes, header: header, isOfLeaflet: pageCount <= Self.leafletPageCount)
      onPage(
        PictureReading(
          page: page + 1, pageCount: format.hasPages ? pageCount : header.pageCount,
          width: header.width, height: header.height,
          codes: found.whole.filter { symbologies.contains($0.barcode.symbology) },
          partialCodes: found.partial.filter { symbologies.contains($0.symbology) }))
      page += 1
    }
    if pageCount > pageLimit { throw .tooManyPages(count: pageCount) }
  }

  private func codes(
    _ bytes: RawSpan, header: borrowing PictureHeader, isOfLeaflet: Bool
  ) throws(ReadingError) -> (whole: [FoundBarcode], partial: [PartialBarcode]) {
    let picture = try GreyPicture(bytes, of: header, longest: Self.workingSide)
    let size = SIMD2(Double(header.width), Double(header.height))
    let mapping = picture.mapping(to: size)
    var judge = Judge()
    judge.add(engines.quick.read(picture), on: picture, by: mapping)
    let regions = engines.readRegions(of: picture, mapping: mapping, judge: &judge)
    if !isOfLeaflet { return (judge.codes, []) }
    let isShrunk = header.width > picture.width
    let isLarge = header.width * header.height > Self.fullSizeLimit * 1_000_000
    let places = engines.openPlaces(
      regions.open, located: regions.located, mapping: mapping, judge: judge)
    // Where a document shows bars, fine ones are drawn anew.
    let isRedrawn = !places.bars.isEmpty && header.redraw()
    var full: GreyPicture?
    if isRedrawn || (isShrunk && !isLarge), !places.isEmpty {
      let unshrunk = try GreyPicture(bytes, of: header, longest: 0)
      engines.readClosely(
        places, on: unshrunk, mapping: unshrunk.mapping(to: size), isNew: true, judge: &judge)
      full = consume unshrunk
    } else if !isShrunk, judge.hasSure {
      engines.readClosely(places, on: picture, mapping: mapping, isNew: false, judge: &judge)
    }
    if judge.hasSure { return (judge.codes, []) }
    let sight = regions.located.sight(hasOpenBars: !regions.open.isEmpty)
    engines.readWhole(
      picture, after: regions.done, showing: sight, mapping: mapping, judge: &judge)
    engines.confirm(regions.open, on: picture, mapping: mapping, judge: &judge)
    if !judge.hasSure {
      engines.readPrint(below: regions.open, on: picture, mapping: mapping, judge: &judge)
    }
    if !judge.hasSure, isShrunk, !isLarge {
      if full == nil { full = try GreyPicture(bytes, of: header, longest: 0) }
      if let full = full.take() {
        judge.add(engines.quick.read(full), on: full, by: full.mapping(to: size))
      }
    }
    // Drawn in white alone, a symbol's modules or the paper around them are nothing on white.
    if judge.codes.isEmpty, header.layOnBlack() {
      let onBlack = try GreyPicture(bytes, of: header, longest: Self.workingSide)
      judge.add(engines.quick.read(onBlack), on: onBlack, by: mapping)
      if let negative = onBlack.inverted() {
        judge.add(engines.quick.read(negative), on: negative, by: mapping)
        _ = engines.readStrips(of: negative, mapping: mapping, judge: &judge)
      }
      if judge.hasSure { return (judge.codes, []) }
    }
    return (
      judge.codes,
      engines.partialCodes(
        in: regions.open, located: regions.located, on: picture, mapping: mapping, judge: judge)
    )
  }
}

extension GreyPicture {
  /// From this picture to the same one of another size.
  fileprivate func mapping(to size: SIMD2<Double>) -> Mapping {
    Mapping(scale: size / SIMD2(Double(width), Double(height)))
  }
}
