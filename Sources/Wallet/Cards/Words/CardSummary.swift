package import Cards

extension Card {
  /// The card on one line, as people compare two: `Gym  EAN-13 ••••3931; tags a, b; favourite`.
  package var summary: String {
    var details: [String] = []
    for detail in CardDifference.between(nil, self) {
      switch detail.field {
      case "name", "origin": continue
      case "tag":
        if !details.contains(where: { $0.hasPrefix("tag") }) {
          details.append("\(tags.count == 1 ? "tag" : "tags") \(tags.joined(separator: ", "))")
        }
      case "code": details.append(detail.to ?? "")
      case "favourite": details.append("favourite")
      case "oneTime": details.append("one-time card")
      case "review": details.append(detail.to ?? "draft")
      case "photo": details.append(detail.photoWords)
      default: details.append(detail.words())
      }
    }
    return details.isEmpty ? name : "\(name)  \(details.joined(separator: "; "))"
  }
}
