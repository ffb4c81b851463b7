import Foundation
import Ledger

extension ProgramEntered: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    let program = try row.required(row.extra?.program, "extra")
    self.init(
      program: program.name, bundleID: row.app.map(BundleID.init(rawValue:)),
      from: program.from, until: program.until, enteredAt: row.assertedAt)
  }

  func write(to row: inout EventRow) {
    row.set(.production, bundleID)
    row.extra = EventRow.Extra(
      program: EventRow.Extra.Program(name: program, from: from, until: until))
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: enteredAt, digest) }
}

extension TermsPublished: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    let terms = try row.required(row.extra?.terms, "extra")
    self.init(
      environment: try row.storeEnvironment(), terms: terms.rows, settings: terms.settings,
      publishedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) {
    row.set(environment, nil)
    row.extra = EventRow.Extra(terms: EventRow.Extra.Terms(rows: terms, settings: settings))
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: publishedAt, digest) }
}

extension CatalogPublished: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.catalog, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(.production, bundleID)
    row.extra = EventRow.Extra(catalog: self)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: publishedAt, digest) }
}

extension CutOverDeclared: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.cutOver, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(environment, bundleID)
    row.extra = EventRow.Extra(cutOver: self)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: decidedAt, digest) }
}

extension EpochOpened: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.epoch, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(.production, nil)
    row.extra = EventRow.Extra(epoch: self)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: "epoch", epoch.uuidString) }
}
