package import Cards
package import VaultStore

/// What there is to count of a vault and on this device, for people and scripts.
package struct StatisticsReport: Encodable, Sendable {
  /// How many of something there are.
  package struct Count: Encodable, Sendable {
    /// What is counted.
    package let name: String
    /// How many there are.
    package let count: Int
  }

  /// Pictures that were read on this device.
  package struct Reads: Encodable, Sendable {
    /// How many were begun.
    package let started: Int
    /// How many had a code.
    package let succeeded: Int
    /// How many had none, by reason.
    package let failed: [Count]
    /// How long a picture took on average; absent where none was read.
    package let averageMilliseconds: Int?
  }

  /// How many cards there are.
  package let cards: Int
  /// How many codes of each symbology there are, the most frequent first.
  package let symbologies: [Count]
  /// How many cards have each tag, the most frequent first.
  package let tags: [Count]
  /// What was read on this device.
  package let reads: Reads
  /// How many scans on this device got no picture, by reason.
  package let failedScans: [Count]
  /// Cards that came from pictures on this device.
  package let scanned: Int
  /// Cards that were typed in on this device.
  package let typed: Int

  /// Counts.
  ///
  /// - Parameters:
  ///   - cards: All cards of the vault.
  ///   - counts: What was counted on this device.
  package init(_ cards: [Card], _ counts: [LocalCount]) {
    let local = Dictionary(
      counts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let number = { (name: String) in Int(clamping: local[name]?.count ?? 0) }
    self.cards = cards.count
    symbologies = Self.counted(cards.flatMap { $0.codes.map(\.symbology.name) })
    tags = Self.counted(cards.flatMap(\.tags))
    // Of the counts whose names begin so, by what follows.
    func reasons(after beginning: String) -> [Count] {
      counts.filter { $0.name.hasPrefix(beginning) }.map {
        Count(name: String($0.name.dropFirst(beginning.count)), count: Int(clamping: $0.count))
      }
    }
    let started = local[CountName.readsStarted]
    reads = Reads(
      started: number(CountName.readsStarted), succeeded: number(CountName.readsSucceeded),
      failed: reasons(after: CountName.readsFailed),
      averageMilliseconds: started.flatMap {
        $0.count == 0 ? nil : Int(clamping: $0.milliseconds / $0.count)
      })
    failedScans = reasons(after: CountName.scansFailed)
    scanned = number(CountName.scanned)
    typed = number(CountName.typed)
  }

  private static func counted(_ names: [String]) -> [Count] {
    Dictionary(grouping: names, by: \.self).map { Count(name: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
