/// A key as people copy it: the line of its file, or that line's characters in groups, each with its own check
/// character.
///
/// A group is four characters and one check character; the last group of a plain key has three before its check, that of
/// a wrapped one two.
///
/// Taking characters as values in GF(32), the check starts as the group's number, counted from 0, modulo 32;
/// each character turns it into `check·2 + character`; at the end it is doubled. So any wrong character in a
/// group, two swapped characters, and a group in the wrong place are detected in that group.
public enum KeyText {
  /// How many characters a group has, its check included.
  public static let groupLength = 5

  static let checkedCount = 4
  /// More than any key with spaces around its characters.
  private static let longestInput = 4_096
  private static let blanks: [UInt8] = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]

  /// The line of the key's file without its line feed; a QR Code holds it in capitals.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public static func line(of key: borrowing StoredKey) throws(SealingError) -> SecretBytes {
    try KeyLine.text(of: key)
  }

  /// The key in groups separated by single spaces: 15 groups for a plain key, 51 for a wrapped one.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public static func groups(of key: borrowing StoredKey) throws(SealingError) -> SecretBytes {
    let form = KeyLine.Form(of: key)
    let line = try KeyLine.text(of: key)
    let groupCount = groupCount(of: form)
    let text = try SecretBytes(byteCount: form.dataLength + 2 * groupCount - 1)
    line.withBytes { line in
      text.withMutableBytes { text in
        var written = 0
        for number in 0..<groupCount {
          let start = form.prefix.count + 1 + number * checkedCount
          let group = line.extracting(start..<min(start + checkedCount, line.count))
          if number > 0 {
            text[written] = 0x20
            written += 1
          }
          for index in group.indices { text[written + index] = group[index] }
          written += group.count
          text[written] = check(of: group, number: number) ?? 0
          written += 1
        }
      }
    }
    return text
  }

  /// Parses a line, or groups, of a plain or a wrapped key.
  ///
  /// Case, spaces and line ends are ignored, and so are hyphens between groups; groups may also follow each
  /// other without a separator.
  ///
  /// - Throws: `SealingError.keyFile`: `.mistyped` with the first wrong group; `.malformed` if the error cannot
  ///   be located, as in a line; or `.newerFormat`, `.costOutOfBounds`. Or `.noGuardedMemory`.
  public static func read(_ text: Span<UInt8>) throws(SealingError) -> StoredKey {
    guard text.count <= longestInput else { throw .keyFile(.malformed) }
    let typed = try SecretBytes(byteCount: text.count + 1)
    let start = text.indices.first { !blanks.contains(text[$0]) } ?? text.count
    if begins(text.extracting(start...)) {
      let length = copy(text, to: typed) { !blanks.contains($0) }
      return try typed.withBytes { typed throws(SealingError) in
        try KeyLine.key(from: typed.extracting(first: length))
      }
    }
    // Turn every group separator into a space.
    let length = text.count
    typed.withMutableBytes { typed in
      for index in text.indices {
        let character = text[index]
        let isBetween = blanks.contains(character) || character == UInt8(ascii: "-")
        typed[index] = isBetween ? 0x20 : lowered(character)
      }
    }
    do throws(SealingError) {
      return try typed.withBytes { typed throws(SealingError) in
        try keyOfGroups(typed.extracting(first: length))
      }
    } catch {
      // Spaces may be in the middle of groups; where they separate groups, they show which one is wrong.
      let length = copy(text, to: typed) { !blanks.contains($0) && $0 != UInt8(ascii: "-") }
      let key = try? typed.withBytes { typed throws(SealingError) in
        try keyOfGroups(typed.extracting(first: length))
      }
      switch consume key {
      case .some(let key): return key
      case .none: throw error
      }
    }
  }

  /// Whether a text looks like a whole line.
  private static func begins(_ text: Span<UInt8>) -> Bool {
    let name = Array("cardvault".utf8)
    return text.count >= name.count && name.indices.allSatisfy { lowered(text[$0]) == name[$0] }
  }

  /// Copies the characters that are `isWanted` into `typed`, in lower case, and returns their number.
  private static func copy(
    _ text: Span<UInt8>, to typed: borrowing SecretBytes, where isWanted: (UInt8) -> Bool
  ) -> Int {
    var length = 0
    typed.withMutableBytes { typed in
      for index in text.indices where isWanted(text[index]) {
        typed[length] = lowered(text[index])
        length += 1
      }
    }
    return length
  }

  private static func keyOfGroups(_ text: Span<UInt8>) throws(SealingError) -> StoredKey {
    let data = try SecretBytes(byteCount: KeyLine.Form.wrapped.dataLength)
    var groups = TypedGroups()
    var start = 0
    while start < text.count {
      guard text[start] != 0x20 else {
        start += 1
        continue
      }
      var end = start
      while end < text.count, text[end] != 0x20 { end += 1 }
      try data.withMutableBytes { data throws(SealingError) in
        try groups.take(text.extracting(start..<end), isLast: isBlank(text, from: end), into: &data)
      }
      start = end
    }
    let length = try groups.finished()
    let form = KeyLine.Form.allCases.first { $0.dataLength == length } ?? .wrapped
    let line = try SecretBytes(byteCount: form.length)
    data.withBytes { data in
      line.withMutableBytes { line in
        for (index, character) in (form.prefix + [UInt8(ascii: "1")]).enumerated() {
          line[index] = character
        }
        for index in 0..<form.dataLength { line[form.prefix.count + 1 + index] = data[index] }
      }
    }
    return try line.withBytes { line throws(SealingError) in try KeyLine.key(from: line) }
  }

  private static func isBlank(_ text: Span<UInt8>, from start: Int) -> Bool {
    (start..<text.count).allSatisfy { text[$0] == 0x20 }
  }

  private static func lowered(_ character: UInt8) -> UInt8 {
    (0x41...0x5A).contains(character) ? character | 0x20 : character
  }

  static func groupCount(of form: KeyLine.Form) -> Int {
    (form.dataLength + checkedCount - 1) / checkedCount
  }

  /// The check character of a group; `nil` if one of its characters is not in the alphabet.
  static func check(of group: Span<UInt8>, number: Int) -> UInt8? {
    var value = UInt32(number % 32)
    for index in group.indices {
      guard let symbol = Bech32m.symbol(of: group[index]) else { return nil }
      value = doubled(value) ^ symbol
    }
    return Bech32m.character(of: doubled(value))
  }

  /// Twice a value of GF(32), modulo x⁵ + x³ + 1.
  private static func doubled(_ value: UInt32) -> UInt32 {
    let twice = value << 1
    return twice > 31 ? twice ^ 0b101001 : twice
  }
}

/// Collects the groups of a typed key one by one, and finds the first wrong one.
struct TypedGroups {
  /// How many groups were added.
  private var count = 0
  /// How many characters they had, without check characters.
  private var length = 0
  /// Whether a shorter, last group was added.
  private var isEnded = false

  /// Adds a group, or several without spaces between them.
  ///
  /// - Parameters:
  ///   - run: the characters between two spaces, in lower case.
  ///   - isLast: whether only spaces follow.
  ///   - data: receives the characters without check characters.
  /// - Throws: `SealingError.keyFile(.mistyped)`.
  mutating func take(
    _ run: Span<UInt8>, isLast: Bool, into data: inout MutableSpan<UInt8>
  ) throws(SealingError) {
    let full = run.count / KeyText.groupLength
    let rest = run.count % KeyText.groupLength
    for index in 0..<full {
      let start = index * KeyText.groupLength
      try add(run.extracting(start..<start + KeyText.groupLength), into: &data)
    }
    guard rest > 0 else { return }
    if isLast, KeyLine.Form.allCases.contains(where: { isLastGroup(ofLength: rest, of: $0) }) {
      try add(run.extracting((run.count - rest)...), into: &data)
      isEnded = true
      return
    }
    // A single extra character belongs to the group before it; several are an incomplete group.
    throw .keyFile(.mistyped(group: full > 0 && rest == 1 ? count : count + 1))
  }

  /// How many characters the complete key has.
  ///
  /// - Throws: `SealingError.keyFile(.mistyped)` for the first group that is missing.
  func finished() throws(SealingError) -> Int {
    if isEnded { return length }
    throw .keyFile(.mistyped(group: count + 1))
  }

  /// Whether a group of this length, its check included, is the next and last one of such a key.
  private func isLastGroup(ofLength count: Int, of form: KeyLine.Form) -> Bool {
    self.count == KeyText.groupCount(of: form) - 1
      && count == form.dataLength % KeyText.checkedCount + 1
  }

  private mutating func add(
    _ group: Span<UInt8>, into data: inout MutableSpan<UInt8>
  ) throws(SealingError) {
    let checked = group.extracting(first: group.count - 1)
    // No key has a full group where a wrapped key's short, last one ends.
    guard length + checked.count <= KeyLine.Form.wrapped.dataLength,
      KeyText.check(of: checked, number: count) == group[group.count - 1]
    else { throw .keyFile(.mistyped(group: count + 1)) }
    for index in checked.indices { data[length + index] = checked[index] }
    length += checked.count
    count += 1
  }
}
