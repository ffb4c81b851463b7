import AppStoreSimulator

/// The lives that ledgers are told of, by what Apple's older sources can say of them.
package enum ToldLives: String, CaseIterable, Sendable {
  /// Lives that every source can tell. Receipts know nothing of partial refunds, grace and family shares;
  /// version 1 nothing of extensions.
  case simple
  /// Lives with failing billing, grace and recovery, family shares joined and left, consumables and
  /// products for ever, of which only Apple's signed transactions tell everything.
  case full

  var ways: [Persona] {
    switch self {
    case .simple: [.trial, .upgrading, .downgrading, .canceling, .returning, .refunded, .steady]
    case .full: [.failing, .recovering, .leavingFamily, .collecting, .owning, .family]
    }
  }
}
