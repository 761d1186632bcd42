extension String {
  /// The text, or its beginning and an ellipsis if it is too long.
  ///
  /// - Parameter longest: The most characters that there may be, with the ellipsis: at least 1.
  /// - Returns: The text.
  package func shortened(to longest: Int) -> String {
    count <= longest ? self : prefix(longest - 1) + "…"
  }
}
