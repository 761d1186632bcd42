internal import Sealing

/// Whether the kernel keeps keys for us; containers often forbid it.
package let isKeyringThere: Bool = {
  guard let root = try? RootKey.generate() else { return false }
  guard (try? Keyring.store(root, for: .seconds(5))) != nil else { return false }
  return (try? Keyring.remove(root.keyID)) == true
}()
