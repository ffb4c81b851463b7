package import AppStore
package import Ledger

/// The clients of Apple's Server API, one for each app that has a key.
package struct ServerAPIClients: Sendable {
  private let clients: [BundleID: ServerAPIClient]

  package init(_ clients: [BundleID: ServerAPIClient] = [:]) {
    self.clients = clients
  }

  package func client(for app: BundleID) throws(ServerAPIKeyMissing) -> ServerAPIClient {
    guard let client = clients[app] else { throw ServerAPIKeyMissing() }
    return client
  }

  /// The apps that Apple can be asked about.
  package var apps: Set<BundleID> { Set(clients.keys) }
}

/// An error for an app that has no key for Apple's Server API.
package struct ServerAPIKeyMissing: Error {}

/// The client and the environment in which Apple is asked for a job.
struct AppleService: Sendable {
  let client: ServerAPIClient
  let environment: ServerAPIEnvironment
}

extension ServerAPIClients {
  /// Asks Apple for a job and returns the result.
  func ask(
    for job: Job, _ question: (AppleService) async throws -> Void
  ) async throws -> JobResult {
    guard let bundleID = job.bundleID,
      let environment = job.environment.flatMap({ ServerAPIEnvironment(rawValue: $0.rawValue) })
    else { return .unreadable }
    return try await .asking {
      try await question(AppleService(client: client(for: bundleID), environment: environment))
    }
  }
}

extension Job {
  /// The transaction of the job, and its chain; nil if the job has another subject.
  var transaction: (id: TransactionID, chain: ChainID)? {
    guard let environment, let bundleID, let subject = TransactionSubject(subject) else {
      return nil
    }
    return (
      subject.transactionID, ChainID(bundleID, environment, subject.originalTransactionID)
    )
  }
}
