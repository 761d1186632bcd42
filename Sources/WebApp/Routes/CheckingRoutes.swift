internal import Cards
internal import VaultStore
internal import Wallet

/// Checks every file of the vault, and names this device, as `cardvault verify` and `cardvault sync --status` do.
struct CheckingRoutes: Sendable {
  private let holder: VaultHolder
  private let turns = Turns(
    atOnce: 1, maxWaiting: 0,
    orElse: Failure(
      "the vault was not checked", because: "a check is running already",
      try: "wait until it is over", status: .inUse))

  /// Files in each list of a report.
  private static let maxFiles = 200

  init(holder: VaultHolder) { self.holder = holder }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("verify", verify)
    calls.post("name-device", nameDevice)
  }

  /// `verify`: reads and checks every file of the vault again.
  func verify(_ call: Call) async throws -> Answer {
    let vault = try await holder.vault()
    let found = try await turns.run { try await vault.verifyAside() }
    let report = VerificationReport(found, await vault.cardNames)
    return .json(report.onPage(upTo: Self.maxFiles))
  }

  private struct Naming: Decodable { let name: String }

  /// `name-device`: names this device; without a name, it is called like the host.
  func nameDevice(_ call: Call) async throws -> Answer {
    let typed = try call.json(Naming.self).name
    let name = try FieldRefusal.naming("name") { try TypedDeviceName.checked(typed) }
    let vault = try await holder.vault()
    try await vault.nameDevice(name)
    return .json(await DevicesReport(of: vault))
  }
}
