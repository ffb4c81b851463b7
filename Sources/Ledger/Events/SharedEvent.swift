/// An event of the shared lane: catalogs, programs, terms, taxes, prices of apps, cut-over dates, epochs,
/// the number of the rules, Apple's files and settlements, closes of periods, lost master keys and acts of persons.
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
  case periodClosed(PeriodClosed)
  case actRecorded(ActRecorded)
  case appleFileKept(AppleFileKept)
  case evidenceLost(EvidenceLost)

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
    case .periodClosed(let content): content
    case .actRecorded(let content): content
    case .appleFileKept(let content): content
    case .evidenceLost(let content): content
    }
  }

  /// True for a record that no rule reads: it changes no right, no grant, no day and no charge.
  package var isRecordOnly: Bool {
    switch self {
    case .epochOpened, .settlementRecorded, .periodClosed, .actRecorded, .appleFileKept,
      .evidenceLost:
      true
    case .programEntered, .termsPublished, .catalogPublished, .cutOverDeclared, .rulesChanged,
      .taxesPublished, .pricesPublished:
      false
    }
  }
}
