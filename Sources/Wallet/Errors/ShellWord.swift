internal import Cards
package import SystemPackage

extension String {
  /// The text as one word of a command line, in quotes where a shell would read it otherwise.
  var shellWord: String {
    let isPlain = { (character: Character) in
      character.isLetter || character.isNumber || "-_./:@,=+".contains(character)
    }
    // Some shells replace `=name` by a program's path.
    if !isEmpty, !hasPrefix("="), allSatisfy(isPlain) { return self }
    // Nobody can copy characters that a terminal does not show.
    if printable != self { return "$'\(unicodeScalars.map(\.escaped).joined())'" }
    // Within double quotes, these still have a meaning.
    guard contains(where: { "\"$`\\!".contains($0) }) else { return "\"\(self)\"" }
    return "'\(replacing("'", with: "'\\''"))'"
  }
}

extension FilePath {
  /// The path as one word of a command line, never an option; `~` stands for the home folder, outside any quotes.
  package var shellWord: String {
    let path = string
    // A name that is not UTF-8 can be given only by its bytes.
    guard !path.contains("\u{FFFD}") else { return octalWord }
    guard let home = Environment["HOME"], home != "/", path.hasPrefix(home + "/") else {
      return ((path.hasPrefix("-") ? "./" : "") + path).shellWord
    }
    return "~/" + String(path.dropFirst(home.count + 1)).shellWord
  }

  private var octalWord: String {
    let bytes = unsafe withPlatformString { start in
      unsafe UnsafeBufferPointer(start: start, count: length).map(UInt8.init(bitPattern:))
    }
    let escaped = bytes.map { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCII ? scalar.escaped : byte.octal
    }
    return "$'" + (bytes.first == UInt8(ascii: "-") ? "./" : "") + escaped.joined() + "'"
  }
}

extension Unicode.Scalar {
  /// The scalar within `$'…'` (POSIX.1-2024, Shell Command Language, 2.2.4): octal, unless it stands for itself.
  fileprivate var escaped: String {
    let text = String(self)
    if text.printable == text, !"'\\!".unicodeScalars.contains(self) { return text }
    return text.utf8.map(\.octal).joined()
  }
}

extension UInt8 {
  /// The byte within `$'…'`.
  fileprivate var octal: String {
    let digits = String(self, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
