internal import FoundationEssentials
internal import SwiftProtobuf
internal import VaultFormat

extension Cardvault_Vault_DeviceState {
  /// What is of use on this device alone; empty where it cannot be read.
  var local: Cardvault_Vault_Local {
    get { (try? Cardvault_Vault_Local(serializedBytes: Array(localState))) ?? .init() }
    set { localState = Data(newValue.bytes) }
  }
}
