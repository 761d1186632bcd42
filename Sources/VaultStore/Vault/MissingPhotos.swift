public import Cards
package import Sealing
internal import VaultFormat

/// A photo that a card refers to and that no intact file holds.
public struct MissingPhoto: Sendable, Hashable {
  /// The card.
  public let card: CardID
  /// What it shows.
  public let side: CardPhoto.Side
  let identity: ContentHash

  /// Its identity in hexadecimal digits, for scripts.
  public var name: String { identity.description }
}

extension Vault {
  /// The photos of cards that no intact file holds.
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
