internal import Cards
internal import ReaderLink
internal import Synchronization
internal import Terminal
internal import VaultStore
internal import Wallet

/// Looks at the photos of drafts, each once, ahead of the person: a large photo takes a while, and nobody waits for it.
final class PhotoGlances: Sendable {
  private let vault: Vault
  private let viewer: PhotoViewer?
  private let seen = Mutex<[CardID: PixelPicture]>([:])
  private let begun = Mutex<Set<CardID>>([])
  private let shown = Mutex<CardID?>(nil)

  init(_ vault: Vault) {
    self.vault = vault
    viewer = (try? ReaderPool.readerBesideExecutable()).map(PhotoViewer.init)
  }

  /// Begins to look at the photo of a draft: where it was imported from, or the one that is kept with it.
  func begin(_ card: Card, _ photo: DraftPhoto?) {
    guard let viewer, begun.withLock({ $0.insert(card.id).inserted }) else { return }
    Task {
      let view: PhotoView?
      if let photo {
        view = await viewer.view(
          of: .file(photo.file), PhotoViewRequest(page: photo.page ?? 1, corners: photo.corners))
      } else if let kept = card.photos.first(where: { $0.side == .front }),
        let file = try? await vault.file(of: kept)
      {
        view = await viewer.view(of: .bytes(file.bytes), PhotoViewRequest())
      } else {
        view = nil
      }
      let picture = view.map {
        PixelPicture(width: $0.width, height: $0.height, pixels: $0.pixels)
      }
      guard let picture else { return }
      seen.withLock { $0[card.id] = picture }
      if shown.withLock({ $0 == card.id }) { Screen.redraw() }
    }
  }

  /// What is to be seen on the photo of the draft that is shown; once that is known, its page is drawn again.
  func picture(of card: Card, _ photo: DraftPhoto?) -> PixelPicture? {
    shown.withLock { $0 = card.id }
    begin(card, photo)
    return seen.withLock { $0[card.id] }
  }
}
