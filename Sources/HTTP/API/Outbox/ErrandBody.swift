import Ledger
package import Outbox

/// Something owed, as somebody on call sees it.
package struct ErrandBody: Encodable, Sendable {
  package let id: String
  package let kind: ErrandKind
  package let state: ErrandStanding.State
  package let reason: String?
  package let environment: String?
  package let app: String?
  package let subject: String
  package let attempts: Int32
  package let dueAt: String
  package let deadline: String?
  package let leasedUntil: String?
  package let madeAt: String
  package let changedAt: String

  package init(_ errand: ErrandStanding) {
    id = errand.id.description
    kind = errand.kind
    state = errand.state
    reason = errand.reason
    environment = errand.environment?.rawValue
    app = errand.bundleID?.rawValue
    subject = errand.subject
    attempts = errand.attempts
    dueAt = errand.dueAt.description
    deadline = errand.deadline?.description
    leasedUntil = errand.leasedUntil?.description
    madeAt = errand.madeAt.description
    changedAt = errand.changedAt.description
  }
}
