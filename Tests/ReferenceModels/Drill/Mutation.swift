import Ledger

/// A mutation of the rules of tenure and money, given to the model instead of the truth: the drill must
/// notice it.
package enum Mutation: String, CaseIterable, Sendable {
  case gapOf61Days, yearOf366Days, trialsCount, graceInterrupts, refundsIgnored, upgradesIgnored
  case familyCounts, customersApart, sharedSecretBelieved
  case upgradesAreRefunds, partOfAllIsPart, refundsOfThePastEndNothing
  case untoldOffersArePaid, catalogsUnread, copiesApart, appPricesUnread
  case absenceErases, partsAreWhole, detailsForgotten, proratedWithoutShareIsAll
  case migrationsIgnored, appsTogether, restoresApart, commitmentsAreYears,
    lateCommitmentsAreCertain
  case pricesOfNewestCopies, refundsDivideNothing, refundedIsReplaced, lastShareCounts
  case sharesOfUpgradesIgnored, taxesWithoutDates, undatedGraceIgnored

  /// The mutations that change no tenure and no rate, only what the books hold.
  private static let ofBooksAlone: Set<Mutation> = [
    .pricesOfNewestCopies, .lastShareCounts, .sharesOfUpgradesIgnored, .taxesWithoutDates,
  ]

  package static let ofTenure = allCases.filter { !ofBooksAlone.contains($0) }

  /// The mutations that change what the books hold.
  package static let ofBooks: [Mutation] =
    [
      .yearOf366Days, .gapOf61Days, .trialsCount, .refundsIgnored, .upgradesIgnored,
      .sharedSecretBelieved, .upgradesAreRefunds, .partOfAllIsPart, .copiesApart, .appPricesUnread,
      .absenceErases, .partsAreWhole, .detailsForgotten, .proratedWithoutShareIsAll,
      .migrationsIgnored, .appsTogether, .restoresApart, .refundsDivideNothing, .refundedIsReplaced,
    ] + ofBooksAlone.sorted { $0.rawValue < $1.rawValue }

  func settings(_ settings: ModelSettings) -> ModelSettings {
    var settings = settings
    if self == .gapOf61Days { settings.gapMax += CalendarDay.length }
    if self == .yearOf366Days { settings.yearOfService += CalendarDay.length }
    if self == .lateCommitmentsAreCertain { settings.retryMax = .max }
    settings.firstCopyNamesPrice = self != .pricesOfNewestCopies
    settings.refundsDivide = self != .refundsDivideNothing
    settings.refundsPreventReplacement = self != .refundedIsReplaced
    return settings
  }

  var coinRules: ModelCoinRules {
    var rules = ModelCoinRules()
    rules.refundsDivide = self != .refundsDivideNothing
    rules.greatestShareCounts = self != .lastShareCounts
    return rules
  }

  func taxes(_ taxes: [ModelTax]) -> [ModelTax] {
    guard self == .taxesWithoutDates else { return taxes }
    return taxes.filter { $0.from == nil }
  }
}

/// A rewriting of a life's events, as a mutation misreads them.
extension Mutation {
  func events(_ events: [RecordedEvent]) -> [RecordedEvent] {
    let copies = TransactionFact.byPurchase(in: events)
    return events.map { event in
      RecordedEvent(
        id: event.id, recordedAt: event.recordedAt, event: self.event(event.event, copies),
        evidence: nil)
    }
  }

  private func event(
    _ event: LedgerEvent, _ copies: [ModelPurchaseName: [TransactionFact]]
  ) -> LedgerEvent {
    if self == .catalogsUnread, case .shared(.catalogPublished(let published)) = event {
      return .shared(
        .catalogPublished(
          CatalogPublished(
            bundleID: published.bundleID, catalog: Catalog.ofNothing,
            validFrom: published.validFrom, publishedAt: published.publishedAt)))
    }
    if self == .appPricesUnread, case .shared(.pricesPublished(let published)) = event {
      return .shared(
        .pricesPublished(
          PricesPublished(
            bundleID: published.bundleID, sku: published.sku, rows: [], author: published.author,
            publishedAt: published.publishedAt)))
    }
    if case .chain(.transactionObserved(let fact)) = event {
      let all = copies[ModelPurchaseName(fact.chain, fact.transactionID)] ?? []
      return .chain(.transactionObserved(self.fact(fact, all)))
    }
    if case .chain(.renewalObserved(let fact)) = event {
      return .chain(.renewalObserved(self.fact(fact)))
    }
    return event
  }
}

extension TransactionFact {
  /// Returns all facts of each transaction, the newest last.
  static func byPurchase(in events: [RecordedEvent]) -> [ModelPurchaseName: [TransactionFact]] {
    let facts = events.compactMap { event -> TransactionFact? in
      if case .chain(.transactionObserved(let fact)) = event.event { fact } else { nil }
    }.sorted { $0.assertion < $1.assertion }
    return Dictionary(grouping: facts) { ModelPurchaseName($0.chain, $0.transactionID) }
  }
}

extension Catalog {
  /// A catalog that says nothing of the subscriptions of the lives.
  fileprivate static let ofNothing: Catalog = {
    guard let catalog = try? Catalog([CatalogProduct("other", type: .consumable)]) else {
      preconditionFailure("one consumable is a catalog")
    }
    return catalog
  }()
}
