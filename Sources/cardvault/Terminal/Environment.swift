internal import Glibc

/// The process's environment, by name.
enum Environment {
  /// A variable's value; `nil` when it is unset or empty.
  static subscript(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}
