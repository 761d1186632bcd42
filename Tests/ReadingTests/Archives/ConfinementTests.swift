import Csandbox
import Glibc
import Reading
import Testing

/// Archives in the closed sandbox of the reader; each case in a process of its own, because a sandbox cannot be left.
@Suite struct `Archives in the sandbox` {
  @Test func `they are written and opened in it, with a password and names beyond ASCII`() async {
    await #expect(processExitsWith: .success) {
      var blocks: [Int32] = [0, 0]
      var messages: [Int32] = [0, 0]
      guard unsafe pipe(&blocks) == 0, unsafe pipe(&messages) == 0 else { exit(89) }
      guard csandbox_enter(1 << 30, 0) == 0, csandbox_close() == 0 else { exit(90) }
      let files = [(name: "Käse", bytes: Array("inside".utf8))]
      let password = Array("pass".utf8)
      guard let archive = ZipArchive.write(files, password: password) else { exit(91) }
      // Its only block is there before it is asked for.
      guard unsafe write(blocks[1], archive, archive.count) == archive.count,
        ZipArchive.open(
          byteCount: archive.count, password: password, input: blocks[0], output: messages[1])
      else { exit(92) }
      var told = [UInt8](repeating: 0, count: 1_024)
      let count = unsafe read(messages[0], &told, told.count)
      // The messages of `carchive.h`: a block is asked for, a name, bytes, the end of the file and of the archive.
      let wanted: [UInt8] =
        [1, 0, 0, 0, 0, 2, 5, 0, 0, 0] + Array("Käse".utf8) + [3, 6, 0, 0, 0]
        + Array("inside".utf8) + [4, 0, 0, 0, 0, 5, 0, 0, 0, 0]
      guard Array(told.prefix(max(0, count))) == wanted else { exit(93) }
    }
  }
}
