import Foundation
import Reading

/// A member of an archive that was opened, as the messages of `carchive.h` tell it.
struct ListedMember: Equatable {
  /// What became of an archive, by its `carchive_status`.
  enum Outcome: Int {
    case whole, damaged, tooLarge, tooMany, outOfMemory, bomb
  }

  var state = 0
  var name: String
  var bytes: [UInt8] = []

  /// Opens an archive in a thread of its own, sends it the blocks that it asks for, and takes what it tells apart.
  ///
  /// - Returns: What became of it, its members, and how many blocks were asked for; the first is `nil` if it did not end.
  static func opened(
    _ archive: [UInt8], password: [UInt8]? = nil
  ) -> (outcome: Outcome?, members: [ListedMember], blockCount: Int) {
    let (blocks, messages) = (Pipe(), Pipe())
    let input = blocks.fileHandleForReading.fileDescriptor
    let output = messages.fileHandleForWriting.fileDescriptor
    let byteCount = archive.count
    Thread.detachNewThread {
      _ = ZipArchive.open(byteCount: byteCount, password: password, input: input, output: output)
    }
    func taken(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        let more = try? messages.fileHandleForReading.read(upToCount: count - bytes.count)
        guard let more, !more.isEmpty else { break }
        bytes += more
      }
      return bytes
    }
    var members: [ListedMember] = []
    var blockCount = 0
    while true {
      let head = taken(5)
      let number = head.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
      switch head.first {
      case 1:
        blockCount += 1
        let block = archive[number..<min(archive.count, number + (1 << 18))]
        try? blocks.fileHandleForWriting.write(contentsOf: Data(block))
      case 2: members.append(ListedMember(name: String(decoding: taken(number), as: UTF8.self)))
      case 3: members[members.count - 1].bytes += taken(number)
      case 4:
        members[members.count - 1].state = number
        if number != 0 { members[members.count - 1].bytes = [] }
      case 5: return (Outcome(rawValue: number), members, blockCount)
      default: return (nil, members, blockCount)
      }
    }
  }
}
