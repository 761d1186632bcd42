/// Texts from elsewhere, in the size in which cards keep them.
///
/// A limit in characters alone limits nothing: one character may have millions of marks or joiners. All of this goes
/// by Unicode scalars, as stepping back over characters reads a long run of flags from its start at each step.
extension String {
  /// How many bytes of UTF-8 the characters of a text may have on average: letters with marks have up to 9, and only
  /// a text of nothing but families of emoji (25 each) has more.
  private static let bytesPerCharacter = 16

  /// The text without the white space around it.
  package var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether anything of the text is seen: joiners, controls and other characters that leave no mark do not count.
  package var isVisible: Bool {
    unicodeScalars.contains { scalar in
      let properties = scalar.properties
      // The Braille pattern without dots is not among those that Unicode calls ignorable.
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control && scalar != "\u{2800}"
    }
  }

  /// Whether the text has more characters than this, or far more bytes than so many characters have.
  package func isLonger(than count: Int) -> Bool {
    if utf8.count <= count { return false }
    return utf8.count > Self.bytesPerCharacter * count || self.count > count
  }

  /// The beginning of the text that is not longer than so many characters; `isLonger` tells whether that is all of it.
  package func limited(to count: Int) -> String {
    guard isLonger(than: count) else { return self }
    var bytesLeft = Self.bytesPerCharacter * count
    let scalars = unicodeScalars.prefix { scalar in
      bytesLeft -= UTF8.width(scalar)
      return bytesLeft >= 0
    }
    return String(String(scalars).prefix(count))
  }
}
