package import EventProcessing

/// The names of the read models. All share one consumer of the log, with one checkpoint, and each
/// has its own dead letters.
package enum ProjectionName: String, CaseIterable, Sendable {
  /// The known state of every chain, and the names of accounts.
  case chains
  /// The periods of service from which days are counted.
  case tenure
  /// The charge and the commission rate of each transaction, and every correction.
  case commission
  /// The grants as games see them, and the purchases that wait for a catalog.
  case grants

  /// The name under which the read model dead-letters events.
  package var consumer: ConsumerName { ConsumerName(rawValue: rawValue) }
}
