internal import Glibc

/// How an out-of-focus picture looks: each point is spread over a disc.
enum DiscBlur {
  /// Darkness at `place` of a bar from 0 to `width`, all in the same unit.
  ///
  /// A line spread by a disc is a half ellipse (the disc's projection), so an edge is its integral.
  static func darkness(ofBar width: Double, at place: Double, radius: Double) -> Float {
    func edge(_ x: Double) -> Double {
      let share = max(-1, min(1, x / radius))
      return (share * (1 - share * share).squareRoot() + asin(share)) / .pi
    }
    return Float(edge(place) - edge(place - width))
  }
}
