internal import Csite

/// The files of `Site`, which the build embeds in the executable.
enum EmbeddedSite {
  /// The files' bytes by their path in `Site`; a test compares them with the folder.
  static let files: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    while let file = unsafe csite_file(files.count)?.pointee {
      unsafe files[String(cString: file.name)] = Array(String(cString: file.text).utf8)
    }
    return files
  }()
}
