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

extension CatalogPublished: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "catalogue")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(.production, bundleID)
    try row.set(self, under: "catalogue")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: publishedAt, digest) }
}

extension CutOverDeclared: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "opening")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    try row.set(self, under: "opening")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: decidedAt, digest) }
}

extension EpochOpened: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "epoch")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(.production, nil)
    try row.set(self, under: "epoch")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: "epoch", epoch.uuidString) }
}

extension RulesChanged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "rules")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(.production, nil)
    try row.set(self, under: "rules")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: changedAt, digest) }
}

extension TaxesPublished: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "taxes")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(.production, bundleID)
    try row.set(self, under: "taxes")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: publishedAt, digest) }
}

extension PricesPublished: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "prices")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(.production, bundleID)
    try row.set(self, under: "prices")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: publishedAt, digest) }
}
