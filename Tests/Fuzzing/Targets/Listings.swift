@testable import VaultFormat
@testable import VaultSync

/// What rclone prints of a remote: names and lengths are as a server states them.
func takeRcloneListing(_ output: [UInt8]) {
  let listings = [false, true].compactMap { RcloneListing.files(in: output, isCut: $0) }
  for file in listings.joined() {
    precondition(VaultLayout.canBeCarried(file.file.name), "transports take its name")
    precondition(
      (-1...(VaultLayout.fileByteLimit + 1)).contains(file.byteCount), "lengths can be added up")
  }
}

/// What git prints of a repository: its branches, or files that are apart by zero bytes.
func takeGitListing(_ output: [UInt8]) {
  let tip = GitListing.tip(in: output)
  precondition(
    tip.commit != nil || tip == GitListing.Tip(), "without commits it is the usual branch")
  for entry in GitListing.entries(in: output, isCut: false) {
    precondition(entry.path.allSatisfy(VaultLayout.canBeCarried), "transports take its name")
  }
}
