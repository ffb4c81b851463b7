package import AppStore
package import EventStore
import Foundation
package import Intake
package import Ledger

/// A receipt that verifyReceipt is to be asked about.
struct ReceiptQuestion: Codable, Sendable, Hashable {
  let receipt: Data
}

/// A handler that asks verifyReceipt what became of the purchases in a posted receipt since, for an app
/// that has a shared secret and no key for the Server API. The answer enters like any other document.
package struct ReceiptHandler: JobHandler {
  package let kinds: Set<JobKind> = [.receipt]
  private let clients: [BundleID: VerifyReceiptClient]
  private let intake: Intake
  private let keyring: Keyring

  package init(
    _ clients: [BundleID: VerifyReceiptClient], intake: Intake, keyring: Keyring
  ) {
    self.clients = clients
    self.intake = intake
    self.keyring = keyring
  }

  package func perform(_ job: Job) async throws -> JobResult {
    guard let client = job.bundleID.flatMap({ clients[$0] }) else {
      return .configuration(reason: "shared_secret_missing")
    }
    switch job.opened(as: ReceiptQuestion.self, by: keyring) {
    case .success(let question): return try await ask(client, about: [UInt8](question.receipt))
    case .failure(let outcome): return outcome
    }
  }

  private func ask(
    _ client: VerifyReceiptClient, about receipt: [UInt8]
  ) async throws -> JobResult {
    do {
      let response = try await client.verify(receipt)
      if let failed = JobResult(response.answer) { return failed }
      _ = try await intake.documents.ingest(
        response.body, from: DocumentOrigin(environment: response.storeEnvironment))
      return .done
    } catch let error as ServerAPIError {
      return JobResult(error)
    } catch let rejection as Rejection {
      return rejection.isRetryable
        ? .retry(reason: rejection.code) : .never(reason: rejection.code)
    }
  }
}

extension VerifyReceiptResponse {
  /// The environment of the receipt, which an answer about a receipt of iOS 6 does not name.
  fileprivate var storeEnvironment: StoreEnvironment {
    switch environment {
    case .production: .production
    case .sandbox: .sandbox
    }
  }
}

extension JobResult {
  /// Creates the result of a job whose question verifyReceipt did not answer; nil for an answer. A
  /// deleted account has nothing more to tell, and its history is kept.
  fileprivate init?(_ answer: VerifyReceiptAnswer) {
    let reason = "verify_receipt_\(answer.status)"
    switch answer.verdict {
    case .valid, .validButExpired: return nil
    case .retry: self = .retry(reason: reason)
    case .configuration: self = .configuration(reason: reason)
    case .never, .sandbox, .production: self = .never(reason: reason)
    case .accountGone: self = .done
    }
  }
}
