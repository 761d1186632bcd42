internal import Cards
package import SystemPackage

extension Failure {
  /// A text that is not a sync target.
  package static func notATarget(_ typed: String) -> Failure {
    .usage(
      "“\(PasswordMasking(target: typed).masked.printable)” is not a sync target",
      because: "a target is a folder, rclone:REMOTE:PATH or git:URL",
      try: "cardvault sync /media/stick/cards; rclone listremotes lists the names of remotes",
      onPage:
        "write it like /media/stick/cards; rclone listremotes, in a terminal, lists the names of remotes"
    )
  }

  /// A vault that was to be synced with the last target, but was not synced before.
  package static let neverSynced = Failure.usage(
    "nothing was synced", because: "this device has not synced the vault yet",
    try:
      "cardvault sync TARGET, with a folder, rclone:REMOTE:PATH or git:URL; it is remembered",
    onPage: "type a folder, rclone:REMOTE:PATH or git:URL; it is remembered")

  /// A folder of an earlier sync that is not there: a stick that is not plugged in must not become a folder.
  package static func targetGone(_ path: FilePath) -> Failure {
    Failure(
      "\(path.shown) could not be synced", because: "the folder of the last sync is gone",
      try: "plug in or mount its drive; or cardvault sync TARGET, to make a new copy",
      onPage: "plug in or mount its drive; or type the target, to make a new copy",
      status: .nothingFound)
  }
}
