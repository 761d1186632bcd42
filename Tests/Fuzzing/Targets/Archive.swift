import WalletFiles

@testable import ReaderLink

/// What a reader that an archive took over tells: its files are read as another wallet's.
func takeArchive(_ answer: [UInt8]) {
  guard let (archive, members) = received(answer) else { return }
  let byteCount = members.reduce(0) { $0 + $1.value.count }
  precondition(byteCount <= answer.count, "no file is longer than the answer")
  precondition(Set(members.keys) == archive.names, "what was wanted is there")
  let count = archive.names.count + archive.skipped.count
  precondition(count <= OpenedArchive.maxMemberCount, "there are no more files than accepted")
  _ = try? ForeignFile.reading(members, languages: ["en"])
  _ = try? ForeignFile.reading(
    ofArchive: members, damage: .cutOff, languages: ["en"])
}

private func received(
  _ answer: [UInt8]
) -> (archive: OpenedArchive, members: [String: [UInt8]])? {
  var rest = answer[...]
  var reception = ArchiveReception()
  var members: [String: [UInt8]] = [:]
  while rest.count >= ArchiveReception.headByteCount {
    let head = Array(rest.prefix(ArchiveReception.headByteCount))
    rest = rest.dropFirst(head.count)
    guard let count = try? ArchiveReception.bodyByteCount(head), rest.count >= count else {
      return nil
    }
    let body = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    switch try? reception.take(head, body, keeping: { _ in true }) {
    case .next, .block: break
    case .file(let name, let bytes): members[name] = bytes
    case .end(let archive): return (archive, members)
    case nil: return nil
    }
  }
  return nil
}
