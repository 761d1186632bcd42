internal import Sealing
internal import SystemPackage

extension Failure {
  /// A key file that cannot be used.
  init(_ problem: KeyFileProblem, _ path: FilePath) {
    let what = "cannot use the key file at \(path.shown)"
    switch problem {
    case .missing:
      self.init(
        "cannot open the vault", because: "its key file is not at \(path.shown)",
        try: "copy it there from your other device or backup, or --key-file; or, if that key was "
          + "changed since, the vault here is an old copy: move it away, then cardvault sync TARGET",
        status: .wrongKey)
    case .exists:
      self.init(
        "no key was made at \(path.shown)",
        because: "a file is there, and a key is never overwritten",
        try: "--key-file with another name", status: .conflict)
    case .notAFile:
      self.init(
        what, because: "it is a link, a folder or a device", try: "the key file itself",
        status: .wrongKey)
    case .readableByOthers(let mode):
      self.init(
        what, because: "others may read or change it (mode \(String(mode, radix: 8)))",
        try: "chmod 600, if nobody else has read it yet", status: .wrongKey)
    case .modesNotKept:
      self.init(
        "no key can be at \(path.shown)",
        because: "its file system keeps no permissions, and others could read the key there",
        try: "a passphrase for it, or --key-file on another disk", status: .conflict)
    case .malformed:
      self.init(
        what, because: "it holds no key, or one with a typing error",
        try: "copy it again from your other device or backup", status: .wrongKey)
    case .mistyped(let group):
      self.init(
        "that is not the key as it is printed", because: "there is an error in group \(group)",
        try: "compare that group with the sheet", status: .wrongKey)
    case .newerFormat:
      self.init(
        what, because: "it was written by a newer cardvault", try: "a newer cardvault",
        status: .wrongKey)
    case .costOutOfBounds:
      self.init(
        what, because: "its passphrase would take less or more work than is allowed",
        try: "copy it again from your other device or backup", status: .wrongKey)
    case .system(let code):
      self.init(
        what, because: "the system says: \(Errno(rawValue: code).description)",
        try: "become its owner, or chmod 600", status: .wrongKey)
    }
  }

  /// A passphrase that could not be taken.
  init(_ problem: PassphraseProblem) {
    let what = "no passphrase was taken"
    switch problem {
    case .empty:
      self.init(what, because: "it is empty", try: "one of some words", status: .wrongKey)
    case .tooLong:
      self.init(
        what, because: "it has more than \(Passphrase.longestByteCount) bytes",
        try: "a shorter one",
        status: .wrongKey)
    case .missing:
      self.init(
        what, because: "the input ended before it", try: "one line for each passphrase",
        status: .wrongKey)
    case .system(let code):
      self.init(
        what, because: "the system says: \(Errno(rawValue: code).description)",
        try: "--passphrase-fd with a file descriptor that is open for reading", status: .usage)
    }
  }
}
