import Foundation
import Ledger

/// Random events of the shared lane, with every optional field sometimes present and sometimes absent.
enum RandomSharedEvents {
  static func next(_ values: inout RandomValues) -> SharedEvent {
    switch values.number(in: 0...12) {
    case 0:
      .programEntered(
        ProgramEntered(
          program: values.word(), bundleID: values.maybe { BundleID($0.word()) },
          from: values.moment(),
          until: values.maybe { $0.moment() }, enteredAt: values.moment()))
    case 1: .termsPublished(terms(&values))
    case 2: .catalogPublished(catalog(&values))
    case 3:
      .cutOverDeclared(
        CutOverDeclared(
          bundleID: "com.example.game", environment: values.flip() ? .sandbox : .production,
          before: values.moment(), decidedAt: values.moment()))
    case 4:
      .epochOpened(
        EpochOpened(epoch: values.uuid(), reason: values.word(), openedAt: values.moment()))
    case 5: .rulesChanged(RulesChanged(number: 2, changedAt: values.moment()))
    case 6:
      .taxesPublished(
        TaxesPublished(
          bundleID: "com.example.game",
          rows: [
            TaxTable.Row(
              storefront: values.word(), productID: values.maybe { ProductID($0.word()) },
              from: values.maybe { $0.moment() }, thousandths: values.number(in: 0...250))
          ], author: values.word(), publishedAt: values.moment()))
    case 7: .settlementRecorded(settlement(&values))
    case 8: .periodClosed(close(&values))
    case 9:
      .appleFileKept(
        AppleFileKept(
          kind: values.word(), name: values.word(), firstDay: values.maybe { $0.word() },
          lastDay: values.maybe { $0.word() }, content: Digest(of: [1]), body: Digest(of: [2]),
          author: values.word(), keptAt: values.moment()))
    case 10:
      .actRecorded(
        ActRecorded(
          id: values.uuid(), .outboxPark, on: values.maybe { $0.word() },
          values: values.flip() ? [:] : ["state": values.word()],
          signed: ActSignature(
            ActAuthor(name: values.word(), key: values.maybe { $0.word() }),
            because: values.maybe { $0.word() }, with: values.maybe { ActAuthor(name: $0.word()) }),
          at: values.moment()))
    case 11:
      .evidenceLost(
        EvidenceLost(
          masterKey: values.word(), streams: values.number(in: 0...9), author: values.word(),
          reason: values.word(), lostAt: values.moment()))
    default:
      .pricesPublished(
        PricesPublished(
          bundleID: "com.example.game", sku: values.word(),
          rows: [
            AppPrices.Row(
              storefront: values.word(), currency: values.word(),
              price: values.number(in: 1...99),
              firstDay: CivilDate(of: values.moment()), lastDay: CivilDate(of: values.moment()))
          ], author: values.word(), publishedAt: values.moment()))
    }
  }

  private static func close(_ values: inout RandomValues) -> PeriodClosed {
    PeriodClosed(
      environment: values.flip() ? .production : .sandbox, bundleID: BundleID(values.word()),
      name: values.word(), calendar: values.word(), endsAt: values.moment(),
      closedAt: values.moment(), cut: Position([0: values.number(in: 1...9)]),
      author: values.word(), forcedBecause: values.maybe { $0.word() }, rules: 5,
      leftOut: values.number(in: 0...9), sums: Digest(of: [3]),
      reports: [
        PeriodClosed.KeptReport(report: values.word(), format: "csv", digest: Digest(of: [4]))
      ])
  }

  private static func settlement(_ values: inout RandomValues) -> SettlementRecorded {
    var amounts: [SettledMonth.Place: Int64] = [:]
    for _ in 0..<values.number(in: 0...3) {
      let place = SettledMonth.Place(ProductID(values.word()), in: values.word(), values.word())
      amounts[place, default: 0] += values.number(in: -9_999...9_999)
    }
    return SettlementRecorded(
      bundleID: "com.example.game",
      settlement: SettledMonth(
        days: FiscalMonth(of: PacificTime.day(of: values.moment())).days,
        file: Digest(of: Array(values.uuid().uuidString.utf8)),
        amounts: amounts),
      recordedAt: values.moment())
  }

  private static func catalog(_ values: inout RandomValues) -> CatalogPublished {
    let products = [
      CatalogProduct(
        ProductID(values.word()), type: .consumable,
        grants: values.maybe { _ in [ProductGrant("gem", 100)] }),
      CatalogProduct(
        "gold.monthly", type: .autoRenewable, subscriptionGroupID: "gold", level: 1,
        period: .months(1), grants: [ProductGrant("gem", 5, duringTrial: values.flip())]),
    ]
    let (from, published) = (values.moment(), values.moment())
    // The ids differ: no random word is the name of the subscription.
    let catalog = try! Catalog(products)
    return CatalogPublished(
      bundleID: "com.example.game", catalog: catalog, validFrom: from, publishedAt: published)
  }

  private static func terms(_ values: inout RandomValues) -> TermsPublished {
    TermsPublished(
      environment: values.flip() ? .sandbox : .production,
      terms: CommissionTerms.standard.adding([
        CommissionTerm(
          values.word(), storefronts: values.maybe { [$0.word(), $0.word()] },
          productType: values.maybe { _ in .autoRenewable }, program: values.maybe { $0.word() },
          isAfterAYear: values.flip(), validFrom: values.maybe { $0.moment() },
          validUntil: values.maybe { $0.moment() },
          thousandths: values.number(in: 0...1_000))
      ]),
      settings: TenureSettings(gapMax: .seconds(values.number(in: 1...9))),
      publishedAt: values.moment())
  }
}
