/// What letters become that are folded to something else than their lower case: Unicode's compatibility decomposition
/// (NFKD) of their full case folding, without marks.
///
/// The standard library has no such decomposition, and Foundation's would add its 40 MB of data to this program: the
/// golden tests make the text from it.
struct FoldingTable: Sendable {
  /// The table, read when a text is folded first that is not ASCII.
  static let shared = FoldingTable(text)

  /// Neighbours that become the same, or as many other neighbours.
  private struct Run {
    var first: UInt32 = 0
    var last: UInt32 = 0
    var isCounting = false
    /// What the first becomes, in `letters`.
    var replacement = 0..<0
  }

  /// In the order of their scalars.
  private var runs: [Run] = []
  private var letters: [Unicode.Scalar] = []

  /// Reads a table; byte by byte, as splitting it takes several milliseconds.
  ///
  /// - Parameter text: runs with a space between two: a scalar, or the first and the last of several with `-` between
  ///   them; `=` before what they become, or `+` before what the first becomes if the others count on. All numbers are
  ///   hexadecimal, and each scalar that they become has a `.` after it.
  private init(_ text: String) {
    var run = Run()
    var number: UInt32 = 0
    for byte in (text + " ").utf8 {
      switch byte {
      case 0x30...0x39: number = number << 4 | UInt32(byte - 0x30)
      case 0x61...0x66: number = number << 4 | UInt32(byte - 0x61 + 10)
      case UInt8(ascii: "-"): run.first = number
      case UInt8(ascii: "="), UInt8(ascii: "+"):
        run.last = number
        if run.first == 0 { run.first = number }
        run.isCounting = byte == UInt8(ascii: "+")
      case UInt8(ascii: "."):
        if let letter = Unicode.Scalar(number) { letters.append(letter) }
      default:
        run.replacement = (runs.last?.replacement.upperBound ?? 0)..<letters.count
        runs.append(run)
        run = Run()
      }
      if byte < 0x30 || byte == UInt8(ascii: "=") { number = 0 }
    }
  }

  /// What a scalar becomes; `nil` if it stays.
  ///
  /// - Complexity: logarithmic in the length of the table.
  func replacement(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    var places = runs.startIndex..<runs.endIndex
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      let run = runs[middle]
      if scalar.value < run.first {
        places = places.lowerBound..<middle
      } else if scalar.value > run.last {
        places = middle + 1..<places.upperBound
      } else {
        let step = run.isCounting ? scalar.value - run.first : 0
        return letters[run.replacement].compactMap { Unicode.Scalar($0.value + step) }
      }
    }
    return nil
  }
}
