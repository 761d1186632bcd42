public import Cards
internal import FoundationEssentials
package import Sealing
internal import SwiftProtobuf
public import VaultFormat

/// A photo as a vault keeps it: a picture file without metadata.
public struct PhotoFile: Sendable, Hashable {
  /// `image/jpeg` or `image/webp`.
  public let mediaType: String
  /// The file; untrusted, as it may come from another vault's bundle.
  public let bytes: [UInt8]

  /// Makes a file of a picture from the reader.
  public init(_ picture: KeptPicture) {
    mediaType = "image/jpeg"
    bytes = picture.bytes
  }

  init?(_ photo: Cardvault_Vault_Photo) {
    guard let type = photo.pictureType else { return nil }
    mediaType = type
    bytes = Array(photo.content)
  }
}

extension Vault {
  /// Puts a photo into the vault, sealed; it is on the disk when this returns.
  ///
  /// The caller then saves a card with the returned reference; a photo without a reference stays in the folder,
  /// unseen.
  /// - Throws: like `save`.
  public func store(
    _ file: PhotoFile, showing side: CardPhoto.Side
  ) throws(VaultError) -> CardPhoto {
    try checkAcceptsChanges()
    let photo = Cardvault_Vault_Photo.with {
      $0.mediaType = file.mediaType
      $0.content = Data(file.bytes)
    }
    let access = try lockForWriting(repairing: .none)
    var outcome = MergeOutcome()
    let identity = try put(photo, in: access.folder, &outcome)
    _ = consume access
    return CardPhoto(identity: identity.bytes, side: side)
  }

  /// Adds a photo to the vault, and returns its identity.
  @discardableResult
  package func put(
    _ photo: Cardvault_Vault_Photo, in folder: borrowing Folder, _ outcome: inout MergeOutcome
  ) throws(VaultError) -> ContentHash {
    let sealed = try seal(photo.bytes, as: .photo)
    let file = try put(sealed, ContentHash(of: sealed.span), .photo, in: folder)
    // Remembered with the next save, so that its loss is noticed.
    contents.note(file, .good)
    let identity = photo.identity
    contents.proved.others.insert(identity)
    photoFiles[identity] = file
    outcome.fileCount += 1
    outcome.byteCount += sealed.count
    return identity
  }

  /// Opens a photo.
  ///
  /// - Complexity: one file if the photo was found before; else all photos, and if it is none of them, the whole
  ///   vault.
  /// - Returns: the photo; `nil` if its file is missing, damaged or not a picture.
  /// - Throws: `VaultError.noVault` or `.io`.
  public func file(of photo: CardPhoto) throws(VaultError) -> PhotoFile? {
    guard let identity = ContentHash(photo.identity.span) else { return nil }
    let folder = try Self.openFolder(locations.vault)
    if let file = photoFiles[identity],
      let photo = Self.photo(in: OpenedFile(file, in: folder, keys.current)),
      photo.identity == identity
    {
      return PhotoFile(photo)
    }
    let known = Set(photoFiles.values)
    for file in folder.files(of: .photo) where !known.contains(file) {
      guard let photo = Self.photo(in: OpenedFile(file, in: folder, keys.current)) else { continue }
      let found = photo.identity
      photoFiles[found] = file
      if found == identity { return PhotoFile(photo) }
    }
    guard let stored = try judgedAnew().payloads[identity], stored.kind == .photo,
      let bytes = try? payload(identity, stored, in: folder),
      let photo = Cardvault_Vault_Photo(payload: bytes[...])
    else { return nil }
    return PhotoFile(photo)
  }

  private static func photo(in opened: OpenedFile?) -> Cardvault_Vault_Photo? {
    guard case .payload(.photo, let payload)? = opened?.content else { return nil }
    return Cardvault_Vault_Photo(payload: payload)
  }
}
