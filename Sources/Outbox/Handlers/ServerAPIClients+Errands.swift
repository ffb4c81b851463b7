import AppStore
import Ledger

/// Where Apple is asked for an errand.
struct AppleDesk: Sendable {
  let client: ServerAPIClient
  let environment: ServerAPIEnvironment
}

extension ServerAPIClients {
  /// Asks Apple for an errand, and says what came of it.
  func ask(
    for errand: Errand, _ question: (AppleDesk) async throws -> Void
  ) async throws -> ErrandOutcome {
    guard let bundleID = errand.bundleID,
      let environment = errand.environment.flatMap({ ServerAPIEnvironment(rawValue: $0.rawValue) })
    else { return .unreadable }
    return try await .asking {
      try await question(AppleDesk(client: client(for: bundleID), environment: environment))
    }
  }
}

extension Errand {
  /// The transaction it is about, and its chain; nil where it is about something else.
  var transaction: (id: TransactionID, chain: ChainID)? {
    guard let environment, let subject = TransactionSubject(subject) else { return nil }
    return (subject.transactionID, ChainID(environment, subject.originalTransactionID))
  }
}
