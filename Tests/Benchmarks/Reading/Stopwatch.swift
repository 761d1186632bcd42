import Glibc

/// How long something took, in milliseconds.
struct Timing: Codable {
  /// CPU time of all threads of this process.
  var cpu: Double
  /// Wall-clock time.
  var wall: Double

  static let zero = Timing(cpu: 0, wall: 0)
  static let endless = Timing(cpu: .infinity, wall: .infinity)

  /// The time that `body` takes.
  static func of(_ body: () -> Void) -> Timing {
    let (cpu, wall) = (now(CLOCK_PROCESS_CPUTIME_ID), now(CLOCK_MONOTONIC))
    body()
    return Timing(cpu: now(CLOCK_PROCESS_CPUTIME_ID) - cpu, wall: now(CLOCK_MONOTONIC) - wall)
  }

  /// The shorter one of each kind of time, since disturbances only add time.
  func least(_ other: Timing) -> Timing {
    Timing(cpu: min(cpu, other.cpu), wall: min(wall, other.wall))
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }
}
