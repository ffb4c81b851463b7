package import Access
package import EventProcessing
package import Intake
package import Ledger
package import Outbox
package import Projections

/// The parts of the ledger that the routes use.
package struct Backend: Sendable {
  package let apps: [ConfiguredApp]
  package let intake: Intake
  package let receipts: ReceiptService
  package let links: LinkService
  package let orders: OrderService
  package let offerSigning: OfferSigning
  package let erasures: ErasureService
  package let catalogs: any CatalogPublishing
  package let jobs: JobAdministration
  package let reader: Reader
  /// The progress of granting in this process.
  package let granting: ConsumerProgress
  package let reports: ReportService
  package let rebuilds: RebuildService
  package let keys: APIKeys
  package let readiness: Readiness
  /// The number of the schema of this program.
  package let schema: Int
  package let now: @Sendable () -> Instant
  /// True for an error after which the same request may succeed later, such as a lost connection.
  package let isTransient: @Sendable (any Error) -> Bool
  let deadLetters: DeadLetterAdministration
  let servers: RunningServers
  let rejections: RejectionCounter
  let bodies: BodyBudget
  let strangerBodies: StrangerBodies
  let rates: RequestRates

  package init(
    apps: [ConfiguredApp], intake: Intake, receipts: ReceiptService, links: LinkService,
    orders: OrderService? = nil, offerSigning: OfferSigning? = nil,
    erasures: ErasureService, catalogs: any CatalogPublishing, jobs: JobAdministration,
    reader: Reader, granting: ConsumerProgress = ConsumerProgress(),
    reports: ReportService, rebuilds: RebuildService,
    keys: APIKeys, readiness: Readiness, schema: Int, now: @escaping @Sendable () -> Instant,
    isTransient: @escaping @Sendable (any Error) -> Bool,
    deadLetters: DeadLetterAdministration, servers: RunningServers,
    rejections: RejectionCounter = RejectionCounter(),
    bodies: BodyBudget = BodyBudget(),
    strangerBodies: StrangerBodies = StrangerBodies(), rates: RequestRates = RequestRates()
  ) {
    self.apps = apps
    self.intake = intake
    self.receipts = receipts
    self.links = links
    self.orders = orders ?? OrderService(intake: intake)
    self.offerSigning = offerSigning ?? OfferSigning([:], by: intake)
    self.erasures = erasures
    self.catalogs = catalogs
    self.jobs = jobs
    self.reader = reader
    self.granting = granting
    self.reports = reports
    self.rebuilds = rebuilds
    self.keys = keys
    self.readiness = readiness
    self.schema = schema
    self.now = now
    self.isTransient = isTransient
    self.deadLetters = deadLetters
    self.servers = servers
    self.rejections = rejections
    self.bodies = bodies
    self.strangerBodies = strangerBodies
    self.rates = rates
  }
}
