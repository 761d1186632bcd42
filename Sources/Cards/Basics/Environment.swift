internal import Glibc

/// The process's environment, by name.
package enum Environment {
  /// A variable's value; `nil` when it is unset or empty.
  package static subscript(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}

/// The order of texts in a person's language: what LC_ALL, LC_COLLATE or LANG names (POSIX.1-2017, 8.2).
///
/// Loading it reads a file, and comparing takes far longer than with `<`: use it only to break ties.
@safe
package struct Collation: ~Copyable {
  /// `nil` for a language that the system does not have.
  private let locale: locale_t?

  /// Loads the order; without one, Unicode's numbers decide.
  package init() {
    // LC_COLLATE_MASK, a macro that Swift may not import, is this in glibc.
    unsafe locale = newlocale(1 << LC_COLLATE, "", nil)
  }

  deinit {
    if let locale = unsafe locale { unsafe freelocale(locale) }
  }

  /// Whether a text comes before another one; `nil` where their order is the same.
  package func precedes(_ text: String, _ other: String) -> Bool? {
    guard let locale = unsafe locale else { return text == other ? nil : text < other }
    let order = unsafe strcoll_l(text, other, locale)
    return order == 0 ? nil : order < 0
  }
}
