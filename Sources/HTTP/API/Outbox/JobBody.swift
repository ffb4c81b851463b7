import Ledger
package import Outbox

/// The JSON form of a job, for the person on call.
package struct JobBody: Encodable, Sendable {
  package let id: String
  package let kind: JobKind
  package let state: JobStatus.State
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

  package init(_ job: JobStatus) {
    id = job.id.description
    kind = job.kind
    state = job.state
    reason = job.reason
    environment = job.environment?.rawValue
    app = job.bundleID?.rawValue
    subject = job.subject
    attempts = job.attempts
    dueAt = job.dueAt.description
    deadline = job.deadline?.description
    leasedUntil = job.leasedUntil?.description
    madeAt = job.madeAt.description
    changedAt = job.changedAt.description
  }
}
