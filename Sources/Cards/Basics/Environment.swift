internal import Glibc

/// The process's environment, by name.
package enum Environment {
  /// A variable's value; `nil` when it is unset or empty.
  package static subscript(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}
