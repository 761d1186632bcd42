internal import Glibc

extension BarStrip {
  /// The strip as it may have looked before a blur of `radius` pixels.
  ///
  /// Richardson-Lucy deconvolution along the rows (W. H. Richardson, JOSA 62, 1972; L. B. Lucy, AJ 79, 1974), for
  /// the disc that an out-of-focus point becomes.
  func sharpened(radius: Double) -> GreyPicture? {
    let (width, height) = (picture.width, picture.height)
    let kernel = Self.kernel(radius: radius)
    let rows = unsafe picture.withPixels { pixels in
      stride(from: 0, to: height, by: Self.rowsPerBand).map { row in
        (0..<width).map { unsafe Float(pixels[row * width + $0]) }
      }
    }
    let sharp = rows.map { row in
      Self.deconvolved(row, kernel: kernel).map { UInt8(max(0, min(255, $0))) }
    }
    return GreyPicture(width: width, height: height) { sharp[$0 / Self.rowsPerBand][...] }
  }

  /// Iterations: more of them amplify noise (our measurement).
  private static let roundCount = 12

  private static func kernel(radius: Double) -> [Float] {
    let reach = Int(radius.rounded(.up))
    let values = (-reach...reach).map {
      DiscBlur.darkness(ofBar: 1, at: Double($0) + 0.5, radius: radius)
    }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }

  private static func deconvolved(_ row: [Float], kernel: [Float]) -> [Float] {
    // A little light everywhere keeps the quotients small.
    let seen = row.map { $0 + 4 }
    var guess = seen
    for _ in 0..<roundCount {
      let blurred = convolved(guess, kernel)
      let quotients = zip(seen, blurred).map { $0 / max($1, 1) }
      for (index, factor) in convolved(quotients, kernel).enumerated() { guess[index] *= factor }
    }
    return guess.map { $0 - 4 }
  }

  private static func convolved(_ row: [Float], _ kernel: [Float]) -> [Float] {
    let reach = kernel.count / 2
    let padded =
      Array(repeating: row[0], count: reach) + row
      + Array(repeating: row[row.count - 1], count: reach)
    var result = [Float](repeating: 0, count: row.count)
    for (offset, weight) in kernel.enumerated() {
      for index in result.indices { result[index] += weight * padded[index + offset] }
    }
    return result
  }
}
