import Foundation
import Postgres

/// A finding of the doctor about one thing, with its remedy.
package struct Finding: Encodable, Equatable, Sendable {
  package enum Verdict: String, Encodable, Sendable {
    case ok, warn, fail
  }

  package let check: String
  package let verdict: Verdict
  package let found: String
  /// The remedy; nil if nothing is to be done.
  package let remedy: String?

  static func ok(_ check: String, _ found: String) -> Finding {
    Finding(check: check, verdict: .ok, found: found, remedy: nil)
  }

  static func warn(_ check: String, _ found: String, remedy: String) -> Finding {
    Finding(check: check, verdict: .warn, found: found, remedy: remedy)
  }

  static func fail(_ check: String, _ found: String, remedy: String) -> Finding {
    Finding(check: check, verdict: .fail, found: found, remedy: remedy)
  }

  static let askTheDatabase = "read the database's own log"

  static let readTheEvent =
    "if an event cannot be read, `daicho events show ID` shows it raw, and `daicho verify` judges the log"

  /// Runs a check. Turns an error of the check itself into a failed finding.
  static func check(
    _ check: String, remedy: String = askTheDatabase, _ body: () async throws -> Finding
  ) async -> Finding {
    do {
      return try await body()
    } catch {
      return .fail(check, "\(error)", remedy: (error as? PostgresError)?.remedy ?? remedy)
    }
  }

  package var line: String {
    let verdict = verdict.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0)
    return "\(verdict) \(check): \(found)" + (remedy.map { "\n      → \($0)" } ?? "")
  }
}
