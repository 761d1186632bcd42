/// Padding of sealed contents, so that sizes reveal little.
enum Padding {
  /// The minimum length.
  static let minimumByteCount = 1_024

  /// The length to which `byteCount` is padded: Padmé (Nikitin et al., "Reducing Metadata Leakage from
  /// Encrypted Files and Communication with PURBs", 2019, section 4), which adds at most 12%.
  static func paddedByteCount(_ byteCount: Int) -> Int {
    let length = max(byteCount, minimumByteCount)
    let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << max(0, exponent - kept) - 1
    return (length + mask) & ~mask
  }
}
