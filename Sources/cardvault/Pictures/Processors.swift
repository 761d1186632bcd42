internal import Glibc

extension PictureFiles {
  /// How many processors this process may use, and so how many readers run at once.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
