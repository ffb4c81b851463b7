import Foundation
import Ledger

extension SharedEvent {
  var stored: any StoredContent {
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

  /// Reads the content of a row; returns nil for a row of another family.
  init?(_ row: EventRow) throws(StoredEventError) {
    switch row.type {
    case .programEntered: self = .programEntered(try ProgramEntered(row))
    case .termsPublished: self = .termsPublished(try TermsPublished(row))
    case .catalogPublished: self = .catalogPublished(try CatalogPublished(row))
    case .cutOverDeclared: self = .cutOverDeclared(try CutOverDeclared(row))
    case .epochOpened: self = .epochOpened(try EpochOpened(row))
    case .rulesChanged: self = .rulesChanged(try RulesChanged(row))
    case .taxesPublished: self = .taxesPublished(try TaxesPublished(row))
    case .settlementRecorded: self = .settlementRecorded(try SettlementRecorded(row))
    case .pricesPublished: self = .pricesPublished(try PricesPublished(row))
    case .periodClosed: self = .periodClosed(try PeriodClosed(row))
    case .actRecorded: self = .actRecorded(try ActRecorded(row))
    case .appleFileKept: self = .appleFileKept(try AppleFileKept(row))
    case .evidenceLost: self = .evidenceLost(try EvidenceLost(row))
    default: return nil
    }
  }
}

extension ProgramEntered: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    let program: Membership = try row.content(under: "programme")
    self.init(
      program: program.name, bundleID: row[.app].map(BundleID.init(rawValue:)),
      from: program.from, until: program.until, enteredAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(.production, bundleID)
    try row.set(Membership(name: program, from: from, until: until), under: "programme")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: enteredAt, digest) }

  private struct Membership: Codable {
    let name: String
    let from: Instant
    let until: Instant?
  }
}

extension TermsPublished: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    let terms: Terms = try row.content(under: "terms")
    self.init(
      environment: try row.storeEnvironment(), terms: terms.rows, settings: terms.settings,
      publishedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, nil)
    try row.set(Terms(rows: terms, settings: settings), under: "terms")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: publishedAt, digest) }

  private struct Terms: Codable {
    let rows: CommissionTerms
    let settings: TenureSettings
  }
}

extension CatalogPublished: WholeContent {
  static let member = "catalogue"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, bundleID) }
}

extension CutOverDeclared: WholeContent {
  static let member = "opening"
  var place: (environment: StoreEnvironment, app: BundleID?) { (environment, bundleID) }
}

extension EpochOpened: WholeContent {
  static let member = "epoch"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, nil) }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: "epoch", epoch.uuidString) }
}

extension RulesChanged: WholeContent {
  static let member = "rules"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, nil) }
}

extension TaxesPublished: WholeContent {
  static let member = "taxes"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, bundleID) }
}

extension PricesPublished: WholeContent {
  static let member = "prices"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, bundleID) }
}

extension PeriodClosed: WholeContent {
  static let member = "period"
  var place: (environment: StoreEnvironment, app: BundleID?) { (environment, bundleID) }
}

extension ActRecorded: WholeContent {
  static let member = "act"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, nil) }
}

extension AppleFileKept: WholeContent {
  static let member = "appleFile"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, nil) }
}

extension EvidenceLost: WholeContent {
  static let member = "lost"
  var place: (environment: StoreEnvironment, app: BundleID?) { (.production, nil) }
}
