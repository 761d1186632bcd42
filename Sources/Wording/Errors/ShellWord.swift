extension String {
  /// The text as one word of a command line, in quotes where a shell would read it otherwise.
  package var shellWord: String {
    let isPlain = { (character: Character) in
      character.isLetter || character.isNumber || "-_./:@,".contains(character)
    }
    if !isEmpty, allSatisfy(isPlain) { return self }
    // Within double quotes, these still have a meaning.
    guard contains(where: { "\"$`\\!".contains($0) }) else { return "\"\(self)\"" }
    return "'\(replacing("'", with: "'\\''"))'"
  }
}
