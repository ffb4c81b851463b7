import Ledger
import Reconciliation

/// The results of a reconciliation run.
package struct ReconcileReport: Encodable {
  package struct Line: Encodable {
    let app: String
    let environment: String
    let windows: Int
    let notifications: CountBody
  }

  /// A store that could not be read, with the cause.
  package struct Failure: Encodable {
    let app: String
    let environment: String
    let error: String
  }

  private(set) var stores: [Line] = []
  /// Apps that another process reconciles at this moment.
  private(set) var elsewhere: [String] = []
  private(set) var failures: [Failure] = []
  /// The number of pending answers that were fetched from Apple.
  var fetched = 0
  /// The number of answers that Apple was asked for and has not given, by this run or before it.
  var notFetched = 0

  /// True if each store was read, and each answer came.
  package var isDone: Bool { elsewhere.isEmpty && failures.isEmpty && notFetched == 0 }

  mutating func add(_ sweeps: [Sweep]?, of store: StoreEndpoint) {
    let (app, environment) = (store.bundleID.rawValue, store.environment.rawValue)
    guard let sweeps else { return elsewhere.append("\(app) \(environment)") }
    let count = sweeps.map(\.count).reduce(ReconciliationCount(), +)
    stores.append(
      Line(
        app: app, environment: environment, windows: sweeps.count,
        notifications: CountBody(count)))
  }

  mutating func add(_ error: any Error, of store: StoreEndpoint) {
    failures.append(
      Failure(
        app: store.bundleID.rawValue, environment: store.environment.rawValue, error: "\(error)"))
  }

  package var lines: [String] {
    stores.map { "\($0.app) \($0.environment): \($0.notifications.sentence)" }
      + elsewhere.map { "\($0): another process reconciles it now; see `reconcile status`" }
      + failures.map { "\($0.app) \($0.environment): not read: \($0.error)" }
      + ["fetched \(fetched) pending answers from Apple"]
      + (notFetched == 0
        ? [] : ["\(notFetched) answers did not come: see `daicho outbox list`"])
  }
}

/// Counts of expected, present, missing, repaired and rejected items.
package struct CountBody: Encodable {
  let expected: Int64
  let present: Int64
  let missing: Int64
  let repaired: Int64
  let rejected: Int64

  init(_ count: ReconciliationCount) {
    expected = count.expected
    present = count.present
    missing = count.missing
    repaired = count.repaired
    rejected = count.rejected
  }

  var sentence: String {
    "\(expected) expected, \(present) present, \(missing) missing, \(repaired) repaired, "
      + "\(rejected) rejected"
  }
}
