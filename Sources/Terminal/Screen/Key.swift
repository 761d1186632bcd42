/// A key, or keys pressed together.
package enum Key: Sendable, Equatable {
  /// A character or part of one: combining marks arrive after their base character.
  case typed(Unicode.Scalar)
  /// Ctrl and a lower-case letter, unless the combination is another key (I, J, M, H and `[`).
  case control(Unicode.Scalar)
  /// A function key by its number: 1 for F1.
  case function(Int)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// A key without a function here.
  case unknown

  /// Makes the key for a character sent by a terminal, including control characters (ECMA-48 5.2).
  package init(scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    // Few terminals distinguish Ctrl-J from Enter.
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Unicode.Scalar(UInt8(scalar.value) + 0x60))
    case 0x00, 0x1C...0x1F, 0x80...0x9F: self = .unknown
    default: self = .typed(scalar)
    }
  }

  /// What a hint calls it, such as `Ctrl-O`; `nil` for a key that no hint names.
  var name: String? {
    switch self {
    case .enter: "Enter"
    case .escape: "Esc"
    case .control(let letter): "Ctrl-\(String(letter).uppercased())"
    case .function(let number): "F\(number)"
    default: nil
    }
  }
}
