public import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf
public import VaultFormat

/// A photo as it is kept in a vault: a picture file without metadata.
public struct PhotoFile: Sendable, Hashable {
  /// `image/jpeg` or `image/webp`.
  public let mediaType: String
  /// The file, which must not be trusted when it is opened, as it may come from another vault's bundle.
  public let bytes: [UInt8]

  /// A picture that the reader made.
  public init(_ picture: KeptPicture) {
    mediaType = "image/jpeg"
    bytes = picture.bytes
  }

  init?(_ photo: Cardvault_Vault_Photo) {
    guard photo.isPicture else { return nil }
    mediaType = photo.mediaType
    bytes = Array(photo.content)
  }
}

extension Vault {
  /// Puts a photo into the vault, sealed; it is on the disk when this returns.
  ///
  /// The caller saves a card that refers to it next; a photo that none refers to stays in the folder, unseen.
  ///
  /// - Returns: what a card refers to it by.
  /// - Throws: like `save`.
  public func store(
    _ file: PhotoFile, showing side: CardPhoto.Side
  ) throws(VaultError) -> CardPhoto {
    try checkWritable()
    let photo = Cardvault_Vault_Photo.with {
      $0.mediaType = file.mediaType
      $0.content = Data(file.bytes)
    }
    let access = try writeAccess(repairing: .none)
    var outcome = MergeOutcome()
    let identity = try put(photo, in: access.folder, &outcome)
    _ = consume access
    return CardPhoto(identity: identity.bytes, side: side)
  }

  /// Adds a photo to the vault.
  ///
  /// - Returns: the hash of its file.
  @discardableResult
  package func put(
    _ photo: Cardvault_Vault_Photo, in folder: borrowing Folder, _ outcome: inout MergeOutcome
  ) throws(VaultError) -> ContentHash {
    let sealed = try seal(photo.bytes, as: .photo)
    let hash = ContentHash(of: sealed.span)
    let place = try put(sealed, hash, .photo, in: folder)
    // Remembered with the next save: a photo that was here once is missed when it is gone.
    contents.note(place, .good)
    if let identity = ContentHash(photo.identity) { contents.proved.others.insert(identity) }
    outcome.fileCount += 1
    outcome.byteCount += sealed.count
    return hash
  }

  /// Opens a photo.
  ///
  /// - Complexity: that of one file, unless a change of keys sealed it anew; then all of the vault is read.
  /// - Returns: the photo; `nil` if its file is missing, damaged or no picture.
  /// - Throws: `VaultError.noVault` or `.io`.
  public func file(of photo: CardPhoto) throws(VaultError) -> PhotoFile? {
    guard let identity = ContentHash(photo.identity.span) else { return nil }
    let folder = try Self.openFolder(locations.vault)
    let first = StoredFile(.photo, identity)
    if let opened = OpenedFile(first, in: folder, keys),
      case .payload(.photo, let age, let payload) = opened.content, age != .finished,
      let (found, photo) = Cardvault_Vault_Photo.identified(payload, opened.hash),
      found == identity
    {
      return PhotoFile(photo)
    }
    let stored = try material(includesFinished: false).payloads
    guard let place = stored[identity], place.kind == .photo,
      let bytes = try? payload(identity, place, in: folder),
      let photo = try? Cardvault_Vault_Photo(serializedBytes: bytes)
    else { return nil }
    return PhotoFile(photo)
  }
}
