internal import Cards

extension Int {
  /// The number of saves, with the noun.
  package var saves: String { self == 1 ? "1 save" : "\(self) saves" }

  /// The number of files, with the noun.
  package var files: String { self == 1 ? "1 file" : "\(self) files" }

  /// The number of photos, with the noun.
  package var photos: String { self == 1 ? "1 photo" : "\(self) photos" }

  /// How many photos were kept, for the end of a report; empty for none.
  package var photosKept: String { self == 0 ? "" : ", \(photos) kept" }

  /// The number of bytes, in a readable unit.
  package var bytes: String {
    switch self {
    case ..<1_000: "\(self) B"
    case ..<1_000_000: "\(Double(self / 100) / 10) KB"
    default: "\(Double(self / 100_000) / 10) MB"
    }
  }
}

extension [String] {
  /// The first three names, and how many more there are.
  package var shown: String {
    let rest = count - 3
    return prefix(3).joined(separator: ", ").printable + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension String {
  /// The text, or its beginning and an ellipsis if it is too long.
  ///
  /// - Parameter maxLength: The maximum number of characters, including the ellipsis: at least 1.
  /// - Returns: The text.
  package func shortened(to maxLength: Int) -> String {
    count <= maxLength ? self : prefix(maxLength - 1) + "…"
  }
}
