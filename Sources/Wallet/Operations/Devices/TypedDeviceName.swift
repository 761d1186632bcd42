internal import Cards
internal import VaultFormat

/// A device's name as a person types it.
package enum TypedDeviceName {
  /// The name as it is stored; empty for that of the host.
  ///
  /// - Throws: Why it is refused.
  package static func checked(_ typed: String) throws(Failure) -> String {
    let name = typed.trimmed
    guard name.printable == name, name.isVisible || name.isEmpty else {
      throw Failure.usage(
        "the name cannot be shown as it is",
        because: "it has a line break, a control character or one that cannot be seen",
        try: "type it without that character")
    }
    guard !name.isLonger(than: DeviceName.longest) else {
      // Where few characters have very many marks, the marks count.
      let count = name.count > DeviceName.longest ? name.count : name.unicodeScalars.count
      throw Failure.usage(
        "the name is too long",
        because: "it has \(count) characters, and the limit is \(DeviceName.longest)",
        try: "shorten it")
    }
    return name
  }
}
