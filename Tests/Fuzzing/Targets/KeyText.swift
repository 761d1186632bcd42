import Glibc

@testable import Sealing

/// A key file as someone else, or an editor, left it; what is taken is written and taken again as the same key.
func takeKeyText(_ text: [UInt8]) {
  let path = "/dev/shm/cardvault-fuzzed-key-\(getpid())"
  defer { unsafe unlink(path) }
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  let written = unsafe write(descriptor, text, text.count)
  close(descriptor)
  guard written == text.count, let root = try? KeyFile.read(path) else { return }
  unsafe unlink(path)
  guard (try? KeyFile.write(root, to: path)) != nil else { return }
  precondition((try? KeyFile.read(path).keyID) == root.keyID, "what was taken is taken again")
}
