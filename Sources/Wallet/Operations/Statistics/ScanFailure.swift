/// Why a scan with a camera had no picture to read, as the scanner names it; counted, and nothing else is kept of it.
package enum ScanFailure: String, CaseIterable, Sendable, Hashable {
  /// The person, or a setting of theirs, does not allow the camera.
  case denied
  /// The person closed the browser's question.
  case dismissed
  /// The permission was withdrawn during a scan.
  case revoked
  /// The device or its administrator does not allow it.
  case policy
  /// There is no camera.
  case noCamera = "no-camera"
  /// Another program uses it.
  case busy
  /// The page's address is not one that browsers trust with a camera.
  case insecure
  /// The camera ended during a scan.
  case lost
  /// The camera sent no picture.
  case muted
  /// The camera did not start in time.
  case slow
  /// The reader did not answer.
  case unread
  /// The browser cannot scan.
  case unsupported
}
