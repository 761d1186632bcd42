import Sealing

@testable import VaultFormat
@testable import VaultStore

/// The payload of a successor notice, by a writer that has the replaced key but is not us.
func takeNotice(_ payload: [UInt8]) {
  guard let root = try? fixedRoot() else { return }
  guard let notice = SuccessorNotice(resealed(payload, .notice)[...], under: root.keyID) else {
    return
  }
  let again = SuccessorNotice(notice.payload[...], under: root.keyID)
  precondition(again == notice, "what was read is written alike")
}
