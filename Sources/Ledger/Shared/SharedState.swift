/// The state of the shared lane that all rules read: programs, terms, taxes, prices of apps,
/// catalogs and cut-over dates.
package struct SharedState: Hashable, Sendable {
  /// The memberships in the order of entry; of two entries of one membership only the later one.
  package private(set) var programs: [Program]
  private var published: [StoreEnvironment: TermsPublished] = [:]
  private var catalogs: [BundleID: Catalogs] = [:]
  private var taxes: [BundleID: TaxTable] = [:]
  private var prices: [BundleID: AppPrices] = [:]
  package private(set) var cutOvers = CutOvers()
  /// The number of the rules of the last build that recorded one; nil if none did.
  package private(set) var rules: Int?
  private let termsUnpublished: CommissionTerms
  private let settingsUnpublished: TenureSettings

  /// - Parameters:
  ///   - terms: the terms to use while none are published.
  ///   - settings: the settings to use while none are published.
  package init(
    programs: [Program] = [], terms: CommissionTerms = .standard,
    settings: TenureSettings = .apple
  ) {
    self.programs = programs
    termsUnpublished = terms
    settingsUnpublished = settings
  }

  package init(_ events: some Sequence<RecordedEvent>) {
    self.init()
    for event in events { apply(event.event) }
  }

  package mutating func apply(_ event: LedgerEvent) {
    guard case .shared(let event) = event else { return }
    switch event {
    case .programEntered(let entered):
      let program = Program(entered)
      programs.removeAll { $0.isSame(as: program) }
      programs.append(program)
    case .termsPublished(let terms): published[terms.environment] = terms
    case .catalogPublished(let catalog):
      catalogs[catalog.bundleID, default: Catalogs()].publish(catalog)
    case .cutOverDeclared(let cutOver): cutOvers.declare(cutOver)
    case .rulesChanged(let change): rules = change.number
    case .taxesPublished(let published):
      taxes[published.bundleID] = TaxTable(rows: published.rows)
    case .pricesPublished(let published): prices[published.bundleID] = AppPrices(published)
    case .epochOpened, .settlementRecorded, .periodClosed, .actRecorded, .appleFileKept,
      .evidenceLost:
      break
    }
  }

  package func terms(in environment: StoreEnvironment) -> CommissionTerms {
    published[environment]?.terms ?? termsUnpublished
  }

  package func settings(in environment: StoreEnvironment) -> TenureSettings {
    published[environment]?.settings ?? settingsUnpublished
  }

  /// Returns the taxes of an app that were learned from Apple's files; none while the app is unknown.
  package func learnedTaxes(of app: BundleID?) -> TaxTable { app.flatMap { taxes[$0] } ?? .none }

  /// Returns the prices of an app itself that were learned from Apple's files; nil while none were
  /// published, or the app is unknown.
  package func prices(of app: BundleID?) -> AppPrices? { app.flatMap { prices[$0] } }

  /// Returns the catalogs of an app; none while the app is unknown.
  package func catalogs(of app: BundleID?) -> Catalogs {
    app.flatMap { catalogs[$0] } ?? Catalogs()
  }

  /// The coins that a catalog grants and that none declares with its wallet, by app.
  package var undeclaredCoins: [BundleID: [Coin]] {
    catalogs.mapValues(\.undeclaredCoins).filter { !$0.value.isEmpty }
  }

  /// Returns the terms by which a chain grants coins.
  package func grantTerms(of chain: ChainID) -> GrantTerms {
    GrantTerms(
      catalogs(of: chain.bundleID),
      cutOver: cutOvers.current(in: chain.bundleID, environment: chain.environment))
  }

  func programs(at moment: Instant, in app: BundleID?) -> Set<String> {
    Set(programs.lazy.filter { $0.covers(moment, in: app) }.map(\.name))
  }
}
