public import Cards
package import Sealing
internal import VaultFormat

/// A photo that a card refers to and that is in no intact file.
public struct MissingPhoto: Sendable, Hashable {
  /// The card.
  public let card: CardID
  /// The side of the card that it shows.
  public let side: CardPhoto.Side
  let identity: ContentHash

  /// Its identity in hexadecimal digits, for scripts.
  public var name: String { identity.description }
}

extension Vault {
  /// The photos of cards that are not among the known ones.
  package func photosWithoutFile(
    of cards: [Card], among known: Set<ContentHash>
  ) -> [MissingPhoto] {
    cards.flatMap { card in
      card.photos.compactMap { photo in
        guard let identity = ContentHash(photo.identity.span), !known.contains(identity) else {
          return nil
        }
        return MissingPhoto(card: card.id, side: photo.side, identity: identity)
      }
    }
  }
}
