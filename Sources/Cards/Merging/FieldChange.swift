/// How concurrent changes of one field become one value.
public enum MergeClass: UInt8, Sendable, Hashable, CaseIterable {
  /// The change with the highest clock shows; concurrent others stay visible as a conflict.
  case register = 1
  /// An observed-remove set: a removal takes away the additions that its writer had seen.
  case set = 2
  /// A base and what was added to it since, so that two devices that each spend 10 of 50 leave 30.
  case counter = 3
  /// The greatest value, in the order of its bytes; never a conflict, never revives a card.
  case max = 4
  /// The least value, in the order of its bytes; never a conflict.
  case min = 5
}

/// A change of one field of a card, in terms that merge without knowing what the field means.
public struct FieldChange: Sendable, Hashable {
  /// What is done with the value.
  public enum Operation: UInt8, Sendable, Hashable {
    /// Gives a register, maximum or minimum a value, or a counter a new base.
    case set = 1
    /// Puts an element into a set, or adds an amount to a counter.
    case add = 2
    /// Takes an element out of a set, or clears a field of another class.
    case remove = 3
  }

  /// The field's number, which never changes its meaning.
  public let field: UInt32
  /// How it merges.
  public let mergeClass: MergeClass
  /// What is done.
  public let operation: Operation
  /// The value, of which the merge knows little.
  ///
  /// Maxima and minima compare bytewise; a counter is a signed 64-bit big-endian amount and, in a base,
  /// any bytes that name its unit.
  public let value: [UInt8]

  /// Makes a change.
  public init(field: UInt32, mergeClass: MergeClass, operation: Operation, value: [UInt8]) {
    self.field = field
    self.mergeClass = mergeClass
    self.operation = operation
    self.value = value
  }
}
