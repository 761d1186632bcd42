package import VaultFormat

extension Vault {
  /// More kinds of tables than a person has; the earliest are forgotten.
  private static let mostTables = 50

  /// What the columns of tables mean, as it was confirmed on this device, the latest last.
  package var rememberedColumns: [RememberedColumns] {
    memory.state.local.tables.map { RememberedColumns($0) }
  }

  /// Remembers what the columns of a table mean, in place of what was confirmed for the same header before.
  ///
  /// - Throws: `VaultError.inUse`, or the system's error.
  package func remember(_ columns: RememberedColumns) throws(VaultError) {
    var device = try lockDevice(timeout: timeout)
    let others = device.memory.state.local.tables.filter { $0.header != columns.header }
    let tables = (others + [columns.message]).suffix(Self.mostTables)
    try device.setTables(Array(tables), using: &generator)
    memory.state.local.tables = Array(tables)
  }
}
