internal import Wallet

extension HistoryReport {
  /// What happened, a line for each thing.
  var lines: [String] {
    var lines = changes.map(\.words)
    let others =
      otherNames.isEmpty ? "another card" : otherNames.map { "“\($0)”" }.joined(separator: ", ")
    if joined { lines.insert("joined with \(others)", at: 0) }
    if parted { lines.insert("parted from \(others)", at: 0) }
    if added { lines.insert("added", at: 0) }
    if broughtBack { lines.insert("brought back", at: 0) }
    if removed { lines.insert("removed", at: 0) }
    return lines.isEmpty ? ["nothing that shows"] : lines
  }

  /// The rows of a table for people: number, when, where, what, remark.
  var rows: [[String]] {
    let place = thisDevice ? "this device" : "device \(device.prefix(4))"
    let remark = undone ? "taken back" : undo ? "takes a change back" : ""
    return lines.enumerated().map { index, line in
      index == 0 ? ["\(number)", moment.local, place, line, remark] : ["", "", "", line, ""]
    }
  }
}
