import Cpictures
import Foundation
import Testing

extension cpictures_shot {
  /// How carefully a person photographs a sheet.
  static let all: [(name: String, shot: cpictures_shot)] = [
    ("straight", .init(width: 1_500, degrees: 0, tilt: 0, sigma: 0.5, noise: 2, quality: 90)),
    ("tilted", .init(width: 2_000, degrees: 6, tilt: 0.35, sigma: 1.2, noise: 4, quality: 80)),
    ("turned", .init(width: 1_500, degrees: -12, tilt: 0.3, sigma: 1.2, noise: 6, quality: 70)),
    (
      "upside down",
      .init(width: 1_000, degrees: 171, tilt: 0.25, sigma: 0.8, noise: 5, quality: 60)
    ),
    ("blurred", .init(width: 2_400, degrees: 3, tilt: 0.2, sigma: 2.8, noise: 5, quality: 75)),
    ("small", .init(width: 800, degrees: 4, tilt: 0.2, sigma: 0.7, noise: 4, quality: 60)),
  ]

  /// A JPEG of a picture on a table.
  func photo(of picture: [UInt8]) throws -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = unsafe cpictures_photograph(picture, picture.count, self, &bytes, &count)
    try #require(status == 0)
    let start = unsafe try #require(bytes)
    defer { unsafe free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}
