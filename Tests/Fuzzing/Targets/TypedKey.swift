import Sealing

/// A key's text as left by an editor, a person or a stranger.
///
/// An accepted key is written, as a line and as groups, and accepted again.
func takeTypedKey(_ text: [UInt8]) {
  guard let key = try? KeyText.read(text.span) else { return }
  let line = bytes(try? KeyText.line(of: key))
  for written in [line, bytes(try? KeyText.groups(of: key))] {
    guard let again = try? KeyText.read(written.span) else {
      preconditionFailure("what was written is taken")
    }
    precondition(bytes(try? KeyText.line(of: again)) == line, "it is the same key")
  }
}

private func bytes(_ secret: consuming SecretBytes?) -> [UInt8] {
  switch consume secret {
  case .some(let secret): secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  case .none: []
  }
}
