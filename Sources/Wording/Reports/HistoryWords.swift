package import Wallet

extension HistoryReport {
  /// What happened, one line for each change.
  ///
  /// - Parameter isForPage: Whether a page shows them, which puts moments into local time itself.
  /// - Returns: The lines; at least one.
  package func lines(isForPage: Bool = false) -> [String] {
    var lines = changes.map { $0.words(isForPage: isForPage) }
    let others =
      otherNames.isEmpty ? "another card" : otherNames.map { "“\($0)”" }.joined(separator: ", ")
    if joined { lines.insert("joined with \(others)", at: 0) }
    if parted { lines.insert("separated from \(others)", at: 0) }
    if added { lines.insert("added", at: 0) }
    if broughtBack { lines.insert("brought back", at: 0) }
    if removed { lines.insert("removed", at: 0) }
    return lines.isEmpty ? ["no visible change"] : lines
  }

  /// Where it was made: this device, another one's name, or the first digits of its number.
  package var place: String {
    thisDevice ? "this device" : deviceName ?? "device \(device.prefix(4))"
  }

  /// The rows of the table: number, when, where, what, remark.
  package var rows: [[String]] {
    let remark = undone ? "undone" : undo ? "undoes a change" : ""
    return lines().enumerated().map { index, line in
      index == 0 ? ["\(number)", moment.local, place, line, remark] : ["", "", "", line, ""]
    }
  }
}
