import EventStore
package import Foundation
package import Ledger
package import Postgres

/// A leased job, as its handler receives it.
package struct Job: Sendable {
  package let lane: Int16
  package let id: JobID
  package let kind: JobKind
  /// The environment; nil only for a posted item whose post named none.
  package let environment: StoreEnvironment?
  /// The app; nil only for a posted item whose post named none.
  package let bundleID: BundleID?
  package let account: AccountReference?
  /// The subject of the job, in the format of its kind.
  package let subject: String
  package let content: SealedContent?
  /// The number of leases since the last success, including this one.
  package let attempts: Int32
  /// The moment after which the job is of no use.
  package let deadline: Instant?
  /// The number of requests for the job at the time of the lease.
  let asks: Int32
  let lease: UUID

  package init(
    lane: Int16, id: JobID, kind: JobKind, environment: StoreEnvironment?,
    bundleID: BundleID?, account: AccountReference?, subject: String, content: SealedContent?,
    attempts: Int32, deadline: Instant?, asks: Int32, lease: UUID
  ) {
    self.lane = lane
    self.id = id
    self.kind = kind
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.subject = subject
    self.content = content
    self.attempts = attempts
    self.deadline = deadline
    self.asks = asks
    self.lease = lease
  }
}

/// A job to enqueue.
package struct NewJob: Sendable, Hashable {
  package let kind: JobKind
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference?
  package let subject: String
  /// The content for the handler alone, sealed before it is stored.
  package let content: [UInt8]?
  package let dueAt: Instant
  package let deadline: Instant?

  package init(
    _ kind: JobKind, about subject: String, in environment: StoreEnvironment,
    of bundleID: BundleID, for account: AccountReference? = nil, content: [UInt8]? = nil,
    dueAt: Instant, deadline: Instant? = nil
  ) {
    self.kind = kind
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.subject = subject
    self.content = content
    self.dueAt = dueAt
    self.deadline = deadline
  }

  package var id: JobID { JobID(kind, environment, bundleID, subject) }
}

extension Job {
  /// Decodes the sealed content of the job, or returns the result for a job that cannot be read.
  func opened<Content: Decodable>(
    as type: Content.Type, by keyring: Keyring
  ) -> Result<Content, JobResult> {
    do {
      guard let bytes = try content(by: keyring) else {
        return .failure(.unreadable)
      }
      return .success(try JSONDecoder().decode(type, from: Data(bytes)))
    } catch EvidenceError.unknownMasterKey {
      return .failure(.configuration(reason: "unknown_master_key"))
    } catch {
      return .failure(.unreadable)
    }
  }
}

extension Job: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init(
      lane: try columns.next(), id: try columns.next(), kind: try columns.next(),
      environment: try columns.next(String?.self).flatMap(StoreEnvironment.init),
      bundleID: try columns.next(), account: try columns.next(), subject: try columns.next(),
      content: try SealedContent(&columns), attempts: try columns.next(),
      deadline: try columns.next(), asks: try columns.next(), lease: try columns.next())
  }
}

extension SealedContent {
  /// Reads three columns; nil if they are null.
  fileprivate init?(_ columns: inout ColumnReader) throws {
    let bytes: [UInt8]? = try columns.next()
    let (masterKeyID, wrapped): (String?, [UInt8]?) = (try columns.next(), try columns.next())
    guard let bytes, let key = WrappedKey(masterKeyID: masterKeyID, stored: wrapped) else {
      return nil
    }
    self.init(bytes: bytes, key: key)
  }
}
