/// How concurrent changes to one field become one value.
public enum MergeClass: UInt8, Sendable, Hashable, CaseIterable {
  /// The change with the highest clock is shown; other concurrent changes stay visible as a conflict.
  case register = 1
  /// An observed-remove set: a removal removes the additions that its writer had seen.
  case set = 2
  /// A base plus everything added to it since, so that if two devices each spend 10 of 50, 30 remains.
  case counter = 3
  /// The greatest value in byte order; never a conflict, never revives a card.
  case max = 4
  /// The least value in byte order; never a conflict.
  case min = 5
}

/// A change to one field of a card, in a form that merges without knowing what the field means.
public struct FieldChange: Sendable, Hashable {
  /// What is done with the value.
  public enum Operation: UInt8, Sendable, Hashable {
    /// Gives a register, maximum or minimum a value, or a counter a new base.
    case set = 1
    /// Adds an element to a set, or an amount to a counter.
    case add = 2
    /// Removes an element from a set, or clears a field of another class.
    case remove = 3
  }

  /// The field's number; its meaning never changes.
  public let field: UInt32
  /// How it merges.
  public let mergeClass: MergeClass
  /// What is done.
  public let operation: Operation
  /// The value, which is mostly opaque to the merge.
  ///
  /// Maxima and minima compare by bytes; a counter is a signed 64-bit big-endian amount, followed in a base by
  /// any bytes that identify its unit.
  public let value: [UInt8]

  /// Makes a change.
  public init(field: UInt32, mergeClass: MergeClass, operation: Operation, value: [UInt8]) {
    self.field = field
    self.mergeClass = mergeClass
    self.operation = operation
    self.value = value
  }
}
