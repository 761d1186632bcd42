internal import Cards

/// The name of a file in an archive, before anything compares it with another one.
struct MemberName {
  /// A reader cuts longer names at this many bytes (`carchive.h`), so that one of as many is perhaps not whole.
  static let cutByteCount = 1_024
  /// How many Unicode scalars are shown of a name that is refused.
  private static let shownCount = 60

  /// The name; of one that is unusable only its beginning.
  let text: String
  /// Why the file is skipped; `nil` if its name is as it should be.
  let refusal: OpenedArchive.Skipped?

  /// Judges a name.
  ///
  /// - Parameter bytes: Its bytes; behind the name of a pass and a zero byte those of a name in the pass.
  init(_ bytes: [UInt8]) {
    let name = String(decoding: bytes, as: UTF8.self)
    let names = bytes.split(separator: 0, omittingEmptySubsequences: false)
    if !name.isStreamSafe || names.contains(where: { $0.count >= Self.cutByteCount }) {
      text = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.shownCount))) + "…"
      refusal = .unusableName
    } else {
      text = name
      refusal = names.contains(where: Self.leadsOut) ? .outside : nil
    }
  }

  /// Whether a path is absolute, on Windows too, or has a part that means the folder above.
  private static func leadsOut(_ name: ArraySlice<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    let isDrive = name.dropFirst().first == UInt8(ascii: ":")
    return isDrive || name.first == slash || name.contains(UInt8(ascii: "\\"))
      || name.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
  }
}
