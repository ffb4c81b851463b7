package import EventStore
import Foundation
package import Ledger
import Outbox

/// The wrapping of all data keys, those of evidence and those of jobs, with the first master key.
package struct DataKeyWrapping {
  /// The number of data keys that were wrapped.
  package private(set) var count = 0
  /// The identifier of the first master key.
  package let keyID: String
  /// The keys of streams that did not open.
  package private(set) var unopenedStreams: [UnopenedKey] = []
  /// The keys of jobs that did not open.
  package private(set) var unopenedJobs: [UnopenedKey] = []
  /// The ids of the master keys in the file.
  private let knownIDs: Set<String>

  /// Wraps every data key that another master key had wrapped, and goes past those that do not open.
  ///
  /// - Parameters:
  ///   - signature: the person who wraps them, recorded with the first batch that changes a key.
  ///   - onCount: is called with the number of keys done, after each batch.
  package init(
    _ settings: Settings, signed signature: ActSignature, onCount: (Int) -> Void = { _ in }
  ) async throws {
    self = try await Database.withLog(settings) { log, database in
      let keyring = try KeyringFile(settings).keyring
      return try await DataKeyWrapping(
        log, JobQueue(pool: database.pool, log: log, keyring: keyring), signed: signature,
        onCount: onCount)
    }
  }

  init(
    _ log: EventLog, _ queue: JobQueue, signed signature: ActSignature,
    onCount: (Int) -> Void = { _ in }
  ) async throws {
    keyID = log.rewrapping.sealingKeyID
    knownIDs = Set(log.keyring.ids)
    var place: RewrapPlace? = .start
    while let after = place {
      let page = try await log.rewrapping.rewrapSome(after: after)
      unopenedStreams += page.unopened
      place = try await note(page, in: log, signature, onCount)
    }
    place = .start
    while let after = place {
      let page = try await queue.contents.rewrapSome(after: after)
      unopenedJobs += page.unopened
      place = try await note(page, in: log, signature, onCount)
    }
  }

  /// Counts a page, and records the act with the first that has changed a key: an interrupted run leaves it too.
  /// Returns the place to go on after.
  private mutating func note(
    _ page: RewrappedPage, in log: EventLog, _ signature: ActSignature, _ onCount: (Int) -> Void
  ) async throws -> RewrapPlace? {
    if count == 0, !page.rewrapped.isEmpty {
      try await log.acts.record(
        ActRecorded(.evidenceRewrap, on: keyID, signed: signature, at: Instant(Date())))
    }
    count += page.rewrapped.count
    onCount(count)
    return page.next
  }

  package var isWhole: Bool { unopenedStreams.isEmpty && unopenedJobs.isEmpty }

  package var lines: [String] {
    ["Wrapped \(count) data keys with \(keyID)."] + list(unopenedStreams, "stream")
      + list(unopenedJobs, "job") + remedies
  }

  /// The most keys that are listed of a kind.
  private static let listedMax = 100

  private func list(_ unopened: [UnopenedKey], _ kind: String) -> [String] {
    let rest = unopened.count - Self.listedMax
    return unopened.prefix(Self.listedMax).map { key in
      "NOT OPENED \(kind) \(key.place.id.uuidString.lowercased()) of lane \(key.place.lane), wrapped "
        + "with \(key.masterKeyID)"
    } + (rest > 0 ? ["NOT OPENED \(rest) more of the kind"] : [])
  }

  /// The remedies of the keys that did not open, which are those of a verification.
  private var remedies: [String] {
    let unopened = unopenedStreams + unopenedJobs
    var remedies: [VerifyRemedy] = []
    if unopened.contains(where: { !knownIDs.contains($0.masterKeyID) }) {
      remedies.append(.keyFile)
    }
    if unopened.contains(where: { knownIDs.contains($0.masterKeyID) }) { remedies.append(.dataKey) }
    let jobs = "Jobs with a key that is lost for good are parked by `daicho outbox park`."
    return remedies.map(\.sentence) + (unopenedJobs.isEmpty ? [] : [jobs])
  }
}
