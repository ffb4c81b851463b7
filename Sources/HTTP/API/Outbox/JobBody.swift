import Ledger
package import Outbox

/// The JSON form of a job, for the person on call.
package struct JobBody: Encodable, Sendable {
  package let id: String
  package let kind: JobKind
  package let state: JobStatus.State
  @Nullable package private(set) var reason: String?
  @Nullable package private(set) var environment: String?
  @Nullable package private(set) var app: String?
  package let subject: String
  package let attempts: Int32
  package let dueAt: String
  @Nullable package private(set) var deadline: String?
  @Nullable package private(set) var leasedUntil: String?
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

/// The JSON form of the totals of the outbox, for the person on call.
package struct JobSummaryBody: Encodable, Sendable {
  package struct Group: Encodable, Sendable {
    package let state: JobStatus.State
    package let kind: JobKind
    @Nullable package private(set) var reason: String?
    @Nullable package private(set) var app: String?
    @Nullable package private(set) var environment: String?
    package let count: Int64
    package let oldestAt: String
    package let nextDueAt: String
    package let attemptsMax: Int32
  }

  package let total: Int64
  package let groups: [Group]

  package init(_ summary: [JobSummary]) {
    total = summary.reduce(0) { $0 + $1.count }
    groups = summary.map { group in
      Group(
        state: group.state, kind: group.kind, reason: group.reason, app: group.bundleID?.rawValue,
        environment: group.environment?.rawValue, count: group.count,
        oldestAt: group.oldestAt.description, nextDueAt: group.nextDueAt.description,
        attemptsMax: group.attemptsMax)
    }
  }
}
