internal import ReaderLink

extension Failure {
  /// A reader that could not be had at all.
  init(_ error: ReaderLinkError) {
    switch error {
    case .readerMissing:
      self.init(
        "cannot read pictures", because: "cardvault-reader does not stand beside cardvault",
        try: "install both together: bash Samples/run.sh --install", status: .unexpected)
    case .readerUnusable:
      self.init(
        "cannot read pictures", because: "cardvault-reader could not close its sandbox and gave up",
        try: "run cardvault-reader --check to see why", status: .unexpected)
    case .otherVersion(let version):
      let theirs = version.isEmpty ? "does not say its version" : "is version \(version)"
      self.init(
        "cannot read pictures",
        because:
          "cardvault is version \(ProgramVersion.own) and cardvault-reader beside it \(theirs)",
        try: "install both from one build: bash Samples/run.sh --install", status: .unexpected)
    case .notRendered:
      self.init(
        "the picture was not made", because: "cardvault-reader did not give it",
        try: "--as svg; or cardvault-reader --check to see what is wrong", status: .unexpected)
    case .notWritten:
      self.init(
        "the picture was not written", because: "the disk is full",
        try: "make room on it, or --output on another disk", status: .unexpected)
    case .timedOut:
      self.init(
        "cardvault-reader was ended", because: "it gave no answer in time",
        try: "the same command again, when the machine has less to do", status: .unexpected)
    case .broken:
      self.init(
        "cannot read pictures", because: "cardvault-reader stopped talking",
        try: "the same command again", status: .unexpected)
    }
  }
}
