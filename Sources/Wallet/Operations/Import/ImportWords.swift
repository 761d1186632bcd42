extension ImportSummary {
  /// What was done, for people.
  package var words: String {
    var parts = ["\(added.count) \(added.count == 1 ? "card" : "cards") added"]
    if !accepted.isEmpty {
      parts.append("\(accepted.count) \(accepted.count == 1 ? "draft" : "drafts") accepted")
    }
    if !restored.isEmpty { parts.append("\(restored.count) brought back") }
    if knownCount > 0 { parts.append("\(knownCount) already there") }
    if !leftRemoved.isEmpty {
      parts.append("\(leftRemoved.count) \(leftRemoved.count == 1 ? "stays" : "stay") removed")
    }
    if doubtfulCount > 0 {
      parts.append("\(doubtfulCount) doubtful: check the number when you review")
    }
    if keptPhotoCount > 0 { parts.append("\(keptPhotoCount.photos) kept") }
    if !leftOut.isEmpty { parts.append("\(leftOut.count) not read") }
    return parts.joined(separator: ", ")
  }
}
