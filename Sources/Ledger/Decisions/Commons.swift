/// What every rule reads, as it stands after so many events of the common lane.
package struct Commons: Hashable, Sendable {
  /// In the order in which they were entered; of two words on one membership the later one.
  package private(set) var programmes: [Programme]
  private var published: [StoreEnvironment: TermsPublished] = [:]
  private var catalogues: [BundleID: Catalogues] = [:]
  package private(set) var openings = Openings()
  private let termsUnpublished: CommissionTerms
  private let settingsUnpublished: TenureSettings

  /// - Parameters:
  ///   - terms: what holds where no terms were published.
  ///   - settings: likewise.
  package init(
    programmes: [Programme] = [], terms: CommissionTerms = .standard,
    settings: TenureSettings = .apple
  ) {
    self.programmes = programmes
    termsUnpublished = terms
    settingsUnpublished = settings
  }

  package init(_ events: some Sequence<RecordedEvent>) {
    self.init()
    for event in events { take(event.event) }
  }

  package mutating func take(_ event: LedgerEvent) {
    switch event {
    case .programmeEntered(let entered):
      let programme = Programme(entered)
      programmes.removeAll { $0.isSame(as: programme) }
      programmes.append(programme)
    case .termsPublished(let terms): published[terms.environment] = terms
    case .cataloguePublished(let catalogue):
      catalogues[catalogue.bundleID, default: Catalogues()].publish(catalogue)
    case .openingDeclared(let opening): openings.declare(opening)
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned, .chainClaimed,
      .accountErased, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed, .ownershipChanged,
      .grantAcknowledged, .consentChanged, .epochOpened:
      break
    }
  }

  package func terms(in environment: StoreEnvironment) -> CommissionTerms {
    published[environment]?.terms ?? termsUnpublished
  }

  package func settings(in environment: StoreEnvironment) -> TenureSettings {
    published[environment]?.settings ?? settingsUnpublished
  }

  package func catalogues(of app: BundleID) -> Catalogues { catalogues[app] ?? Catalogues() }

  /// By what the coins of a chain are granted; by nothing while its app is not known.
  package func grantTerms(of chain: ChainState) -> GrantTerms {
    guard let app = chain.bundleID else { return GrantTerms(Catalogues()) }
    return GrantTerms(
      catalogues(of: app),
      opening: openings.standing(in: app, environment: chain.chain.environment))
  }

  func programmes(at moment: Instant, in app: BundleID?) -> Set<String> {
    Set(programmes.lazy.filter { $0.covers(moment, in: app) }.map(\.name))
  }
}
