package import Access
package import Intake
package import Ledger
package import Outbox
package import Projections

/// What the routes stand on.
package struct Backend: Sendable {
  package let apps: [ConfiguredApp]
  package let intake: Intake
  package let receipts: ReceiptDesk
  package let links: LinkDesk
  package let errands: ErrandQueue
  package let reader: Reader
  package let reports: ReportingDesk
  package let keys: APIKeys
  package let readiness: Readiness
  package let now: @Sendable () -> Instant
  /// Whether an error means that the same request may succeed later, as a lost connection does.
  package let isTransient: @Sendable (any Error) -> Bool
  let refusals = RefusalCounter()

  package init(
    apps: [ConfiguredApp], intake: Intake, receipts: ReceiptDesk, links: LinkDesk,
    errands: ErrandQueue, reader: Reader, reports: ReportingDesk, keys: APIKeys,
    readiness: Readiness, now: @escaping @Sendable () -> Instant,
    isTransient: @escaping @Sendable (any Error) -> Bool
  ) {
    self.apps = apps
    self.intake = intake
    self.receipts = receipts
    self.links = links
    self.errands = errands
    self.reader = reader
    self.reports = reports
    self.keys = keys
    self.readiness = readiness
    self.now = now
    self.isTransient = isTransient
  }
}
