import Glibc

/// The kernel's counts for the child processes that have ended.
enum EndedChildren {
  /// CPU time of all of them.
  static var cpuMilliseconds: Double {
    let usage = usage
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  /// The most memory that one of them held at a time, in megabytes of a million bytes.
  static var peakMegabytes: Double { Double(usage.ru_maxrss) * 1_024 / 1e6 }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
  }

  private static var usage: rusage {
    var usage = rusage()
    _ = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return usage
  }
}
