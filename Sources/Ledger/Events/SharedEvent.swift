/// An event of the shared lane: catalogs, programs, terms, taxes, prices of apps, cut-over dates, epochs,
/// the number of the rules and Apple's settlements.
package enum SharedEvent: Hashable, Sendable {
  case programEntered(ProgramEntered)
  case termsPublished(TermsPublished)
  case catalogPublished(CatalogPublished)
  case cutOverDeclared(CutOverDeclared)
  case epochOpened(EpochOpened)
  case rulesChanged(RulesChanged)
  case taxesPublished(TaxesPublished)
  case settlementRecorded(SettlementRecorded)
  case pricesPublished(PricesPublished)

  package var content: any EventContent {
    switch self {
    case .programEntered(let content): content
    case .termsPublished(let content): content
    case .catalogPublished(let content): content
    case .cutOverDeclared(let content): content
    case .epochOpened(let content): content
    case .rulesChanged(let content): content
    case .taxesPublished(let content): content
    case .settlementRecorded(let content): content
    case .pricesPublished(let content): content
    }
  }
}
