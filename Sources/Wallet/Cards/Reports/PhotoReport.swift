package import Cards
internal import FoundationEssentials
package import VaultStore

/// A photo of a card in an export: what it shows, the kind of picture, and its bytes in Base64.
package struct PhotoReport: Encodable, Sendable {
  let data: Data
  let side: String
  let type: String

  /// Describes a photo.
  package init(_ file: PhotoFile, showing side: CardPhoto.Side) {
    data = Data(file.bytes)
    self.side = side.name
    type = file.mediaType
  }
}
