import AppStore
import Ledger

/// Where Apple is asked for an errand.
struct AppleDesk: Sendable {
  let client: ServerAPIClient
  let environment: ServerAPIEnvironment
}

extension ServerAPIClients {
  /// Who asks Apple for an errand; or what becomes of one for which nobody can.
  private func desk(for errand: Errand) -> Result<AppleDesk, ErrandOutcome> {
    guard let bundleID = errand.bundleID,
      let environment = errand.environment.flatMap({ ServerAPIEnvironment(rawValue: $0.rawValue) })
    else { return .failure(.never(reason: "unreadable_content")) }
    guard let client = client(for: bundleID) else {
      return .failure(.keyMissing)
    }
    return .success(AppleDesk(client: client, environment: environment))
  }

  /// Asks Apple for an errand, and says what came of it.
  func ask(
    for errand: Errand,
    _ question: (AppleDesk) async throws(ServerAPIError) -> Void
  ) async -> ErrandOutcome {
    switch desk(for: errand) {
    case .failure(let outcome): return outcome
    case .success(let desk):
      do throws(ServerAPIError) {
        try await question(desk)
        return .done
      } catch {
        return ErrandOutcome(error)
      }
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
