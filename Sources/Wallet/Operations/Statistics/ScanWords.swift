extension ScanFailure {
  /// Why there was no picture, in a few words.
  package var words: String {
    switch self {
    case .denied: "camera not allowed"
    case .dismissed: "question closed"
    case .revoked: "permission withdrawn"
    case .policy: "restricted on the device"
    case .noCamera: "no camera"
    case .busy: "camera busy"
    case .insecure: "address not secure"
    case .lost: "camera lost"
    case .muted: "no picture"
    case .slow: "camera too slow"
    case .unread: "the reader did not answer"
    case .unsupported: "browser not supported"
    }
  }
}
