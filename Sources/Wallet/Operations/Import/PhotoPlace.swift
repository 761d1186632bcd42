/// Where a code was found: a photo, and a place on it.
struct PhotoPlace: Sendable {
  /// The photo's name as typed; `-` for standard input.
  let source: String
  /// The page, from 1; `nil` where there is one only.
  let page: Int?
  /// Which of the photo's codes it is, from 1; `nil` for the only one.
  let number: Int?
  /// Whether a camera saw it live, so that there is no photo.
  var isLive = false

  /// In front of a camera; as for standard input, no file suggests a name.
  static let camera = PhotoPlace(source: "-", page: nil, number: nil, isLive: true)

  private static let longestName = 100

  /// What a card keeps of it: the file's name without its folder, so that a person knows which photo it was.
  var origin: String {
    if isLive { return "camera" }
    let kind = source.lowercased().hasSuffix(".pdf") ? "document" : "photo"
    guard source != "-", let file = source.split(separator: "/").last else { return kind }
    let name = file.replacing("\u{FFFD}", with: "").prefix(Self.longestName)
    return "\(kind) \(name)" + (page.map { ", page \($0)" } ?? "")
  }
}
