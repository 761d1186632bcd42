import Cards
import Foundation
import Sealing
import SystemPackage

@testable import VaultFormat
@testable import VaultStore

/// The payload of a bundle by a stranger who knows the passphrase.
///
/// It is sealed, opened in pieces and read twice with the same result, and its cards are judged as another vault's;
/// accepted ones are within its bounds. The first byte chooses whether the bundle is for holders of the key.
func takeBundle(_ input: [UInt8]) {
  let origin: BundleOrigin = input.first == 0 ? .thisVault : .passphrase
  guard let root = try? fixedRoot(), let key = try? root.envelopeKey(.bundle) else { return }
  var numbers = RepeatedNumbers()
  let sealed = key.seal(Array(input.dropFirst()), using: &numbers)
  guard (try? Data(sealed).write(to: URL(filePath: bundlePath.string))) != nil,
    let file = try? BundleFile(at: bundlePath),
    var opened = try? OpenedBundle(file, by: DerivedKeys(root), origin)
  else { preconditionFailure("what was sealed opens") }
  guard let contents = try? opened.check() else { return }
  let again = try? opened.check()
  precondition(again?.segmentCount == contents.segmentCount, "it is read twice alike")
  precondition(again?.photos == contents.photos, "it is read twice alike")
  for found in ForeignCards(contents).found {
    precondition(found.card.isDraft, "what comes from others waits for review")
    precondition(found.card.codes.allSatisfy(\.isWithinBounds), "codes are of a size that can be")
  }
}

/// In memory, where the system has a place for that.
private let bundlePath: FilePath = {
  let place = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
  let folder = FilePath("\(place)/cardvault-fuzzing-\(UUID())")
  guard (try? Folder.make(folder)) != nil else { preconditionFailure("there is room in memory") }
  atexit {
    unsafe unlink(bundlePath.string)
    unsafe rmdir(bundlePath.removingLastComponent().string)
  }
  return folder.appending("bundle")
}()
