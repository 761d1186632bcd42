internal import SystemPackage
internal import VaultFormat

/// The kind of an error that ended a command: its type and case, never its values, which may be paths or names.
package struct ErrorKind: Sendable, Hashable {
  /// The kind, such as `VaultError.inUse`.
  package let words: String

  /// An error that the command reported itself.
  package static let alreadyReported = ErrorKind(words: "already reported")

  private init(words: String) { self.words = words }

  /// The kind of an error, and of the error in it.
  package init(_ error: any Error) {
    let type = "\(Swift.type(of: error))"
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else {
      words = (error as? Errno).map { "\(type) \($0.rawValue)" } ?? type
      return
    }
    var words = type
    if let (label, value) = mirror.children.first {
      words += label.map { ".\($0)" } ?? ""
      if let cause = value as? any Error { words += ": \(ErrorKind(cause).words)" }
    } else if !(mirror.subjectType is any CustomStringConvertible.Type) {
      words += ".\(error)"
    }
    if let number = (error as? VaultError)?.errno { words += ", system error \(number.rawValue)" }
    self.words = words
  }
}
