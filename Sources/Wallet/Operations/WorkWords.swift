package import Cards

extension WorkMeter.Progress {
  /// The work and its progress.
  package var words: String {
    let what =
      switch work {
      case .reading: "Reading the vault"
      case .checking: "Checking files"
      case .sealing: "Sealing everything under the new key"
      case .bundling: "Writing the bundle"
      case .unbundling: "Reading the bundle"
      case .comparing: "Comparing files"
      case .receiving: "Receiving files"
      case .sending: "Sending files"
      case .deriving: "Opening the key"
      case .drawing: "Drawing codes"
      case .rendering: "Making pictures"
      case .signing: "Signing passes"
      case .exporting: "Writing the file"
      case .opening: "Looking into files"
      case .photos: total == 0 && done > 0 ? "Reading pages" : "Reading photos"
      case .matching: "Comparing cards"
      case .waiting: "Waiting for another cardvault process"
      }
    let unit = work == .unbundling ? " MB" : ""
    if total > 0 {
      let left = max(0, total - done)
      return "\(what): \(min(done, total)) of \(total)\(unit)" + (left > 0 ? ", \(left) left" : "")
    }
    return done > 0 ? "\(what): \(done)\(unit) so far" : what
  }
}
