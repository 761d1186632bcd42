/// The cost of each character at each digit of a symbol, and the cheapest paths.
///
/// The sums of squares split into terms of one character and of two neighbouring ones, so dynamic programming is exact.
struct CharacterCosts {
  /// A reading that the sets and the check digit allow.
  struct Reading {
    /// All digits, including the implied first one.
    var digits: [Int]
    /// The same as indices in `RetailLayout.characters`.
    var characters: [Int]
    var cost: Float
  }

  private struct Way {
    var characters: [Int]
    var cost: Float
  }

  private let layout: RetailLayout
  private let model: BlurModel
  /// At index `index * 30 + character`; infinite where the character is not possible.
  private var own: [Float]

  /// Weighs all characters against the darkness left to explain (without the guards), cut into indices.
  init(_ rest: [SIMD16<Float>], layout: RetailLayout, model: BlurModel) {
    self.layout = layout
    self.model = model
    let (left, count) = (layout.left.count, rest.count)
    own = [Float](repeating: .infinity, count: count * 30)
    for index in 0..<count {
      let previous = index == 0 || index == left ? nil : rest[index - 1]
      let next = index == left - 1 || index == count - 1 ? nil : rest[index + 1]
      for c in index < left ? layout.leftChoice : 20..<30 {
        own[index * 30 + c] = model.cost(of: c, here: rest[index], previous: previous, next: next)
      }
    }
  }

  /// The cheapest characters, ignoring sets and check digit.
  var cheapest: [Int] {
    let left = layout.left.count
    return half(0..<left, layout.leftChoice) + half(left..<layout.digitCount, 20..<30)
  }

  private func half(_ indices: Range<Int>, _ choice: Range<Int>) -> [Int] {
    var costs = choice.map { own[indices.lowerBound * 30 + $0] }
    var origins: [[Int]] = []
    for index in indices.dropFirst() {
      var next = [Float](repeating: .infinity, count: choice.count)
      var from = [Int](repeating: 0, count: choice.count)
      for b in 0..<choice.count {
        for a in 0..<choice.count {
          let cost = costs[a] + model.pair(choice.lowerBound + a, choice.lowerBound + b)
          if cost < next[b] { (next[b], from[b]) = (cost, a) }
        }
        next[b] += own[index * 30 + choice.lowerBound + b]
      }
      costs = next
      origins.append(from)
    }
    var end = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    var way = [end]
    for from in origins.reversed() {
      end = from[end]
      way.append(end)
    }
    return way.reversed().map { $0 + choice.lowerBound }
  }

  /// The cheapest reading for each pattern of sets and each split of the check sum between the halves, cheapest
  /// first.
  var valid: [Reading] {
    let left = layout.left.count
    let rightWays = checked(left..<layout.digitCount) { _ in 20 }
    var readings: [Reading] = []
    for (mask, implied) in layout.sets {
      let leftWays = checked(0..<left) { mask >> $0 & 1 == 1 ? 10 : 0 }
      let given = layout.impliesDigit ? implied * layout.weight(of: -1) : 0
      for (sum, way) in leftWays.enumerated() {
        guard let way, let other = rightWays[(100 - given - sum) % 10] else { continue }
        let characters = way.characters + other.characters
        readings.append(
          Reading(
            digits: (layout.impliesDigit ? [implied] : []) + characters.map { $0 % 10 },
            characters: characters, cost: way.cost + other.cost))
      }
    }
    return readings.sorted { $0.cost < $1.cost }
  }

  /// The cheapest path through one half for each value of its check sum modulo 10; `first` gives the first character of
  /// a digit's set.
  private func checked(_ indices: Range<Int>, first: (Int) -> Int) -> [Way?] {
    // At index (last digit · 10 + sum so far).
    var ways = [Way?](repeating: nil, count: 100)
    for index in indices {
      var next = [Way?](repeating: nil, count: 100)
      for digit in 0..<10 {
        let character = first(index) + digit
        let cost = own[index * 30 + character]
        let added = digit * layout.weight(of: index)
        if index == indices.lowerBound {
          next[digit * 10 + added % 10] = Way(characters: [character], cost: cost)
          continue
        }
        for state in 0..<100 {
          guard let way = ways[state], let last = way.characters.last else { continue }
          let sum = way.cost + cost + model.pair(last, character)
          let slot = digit * 10 + (state % 10 + added) % 10
          if sum < next[slot]?.cost ?? .infinity {
            next[slot] = Way(characters: way.characters + [character], cost: sum)
          }
        }
      }
      ways = next
    }
    return (0..<10).map { sum in
      (0..<10).compactMap { ways[$0 * 10 + sum] }.min { $0.cost < $1.cost }
    }
  }
}
