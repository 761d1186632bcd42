internal import HTTPTypes
internal import Hummingbird

extension Sessions {
  /// The cookie of ours that a request carries; `nil` if it has none.
  func cookie(of request: Request) -> String? {
    for field in request.headers[values: .cookie] {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
        if parts.count == 2, parts[0] == cookieName[...] { return String(parts[1]) }
      }
    }
    return nil
  }
}
