package import Cards

extension [Card] {
  /// A remark on cards that were just saved and have expired, because lists leave them out.
  ///
  /// - Parameter today: Today's date in local time.
  /// - Returns: One line; `nil` if none has expired.
  package func expiryRemark(on today: CalendarDate) -> String? {
    let expired = filter { card in card.expires.map { $0 < today } ?? false }
    if expired.isEmpty { return nil }
    let names = expired.map { "“\($0.name)”" }.shown
    let what = expired.count == 1 ? "it" : "them"
    return "Expired: \(names); \(expired.contains(where: \.isDraft) ? "once accepted, " : "")"
      + "find \(what) with cardvault list --expired"
  }
}
