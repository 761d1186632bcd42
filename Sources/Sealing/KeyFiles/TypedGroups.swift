/// Collects the groups of a typed key one by one, and finds the first wrong one.
struct TypedGroups {
  /// How many groups were added.
  private var count = 0
  /// How many characters they had, without check characters.
  private var length = 0
  /// Whether a shorter, last group was added.
  private var isEnded = false

  private static let wrappedCount = KeyText.groupCount(of: .wrapped)

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
    guard count < Self.wrappedCount,
      KeyText.check(of: checked, number: count) == group[group.count - 1]
    else { throw .keyFile(.mistyped(group: count + 1)) }
    for index in checked.indices { data[length + index] = checked[index] }
    length += checked.count
    count += 1
  }
}
