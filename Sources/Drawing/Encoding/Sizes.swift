/// Names of sizes and levels, as in `SymbolTraits`, and zint's numbers for them.
///
/// Unknown names become 0 or -1: zint chooses.
enum Sizes {
  static func errorCorrection(_ name: String?) -> Int32 {
    guard let name, let level = levels.firstIndex(of: name) else { return -1 }
    return Int32(level + 1)
  }

  static func levelName(_ option: Int) -> String? {
    levels.indices.contains(option - 1) ? levels[option - 1] : nil
  }

  /// The number in `23%`.
  static func percent(_ name: String?) -> Int? {
    guard let name, name.hasSuffix("%") else { return nil }
    return Int(name.dropLast())
  }

  static func mask(_ pattern: Int?) -> Int32 {
    guard let pattern, (0...7).contains(pattern) else { return 0 }
    return Int32(pattern + 1) << 8
  }

  static func qrVersion(_ name: String?) -> Int32 {
    guard let version = Int32(name ?? ""), (1...40).contains(version) else { return 0 }
    return version
  }

  static func microQRVersion(_ name: String?) -> Int32 {
    guard let name, name.hasPrefix("M"), let version = Int32(name.dropFirst()),
      (1...4).contains(version)
    else { return 0 }
    return version
  }

  static func rmqrVersion(_ name: String?) -> Int32 {
    Int32((rmqrNames.firstIndex(of: name ?? "") ?? -1) + 1)
  }

  static func rmqrName(_ option: Int) -> String? {
    rmqrNames.indices.contains(option - 1) ? rmqrNames[option - 1] : nil
  }

  static func dataMatrixSize(_ name: String?) -> Int32 {
    Int32((dataMatrixNames.firstIndex(of: name ?? "") ?? -1) + 1)
  }

  static func dataMatrixName(_ option: Int) -> String? {
    dataMatrixNames.indices.contains(option - 1) ? dataMatrixNames[option - 1] : nil
  }

  private static let levels = ["L", "M", "Q", "H"]

  // ISO/IEC 23941 table 1, in its order.
  private static let rmqrNames =
    [
      (7, [43, 59, 77, 99, 139]), (9, [43, 59, 77, 99, 139]), (11, [27, 43, 59, 77, 99, 139]),
      (13, [27, 43, 59, 77, 99, 139]), (15, [43, 59, 77, 99, 139]), (17, [43, 59, 77, 99, 139]),
    ].flatMap { height, widths in widths.map { "R\(height)x\($0)" } }

  // ISO/IEC 16022 table 7 (square, then rectangular) and 21471 table 1 (rectangular extension).
  private static let dataMatrixNames =
    [
      10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104, 120, 132,
      144,
    ].map { "\($0)x\($0)" } + [
      "8x18", "8x32", "12x26", "12x36", "16x36", "16x48",
      "8x48", "8x64", "8x80", "8x96", "8x120", "8x144", "12x64", "12x88", "16x64", "20x36", "20x44",
      "20x64", "22x48", "24x48", "24x64", "26x40", "26x48", "26x64",
    ]
}
