import Foundation
import HTTP
package import Intake
package import Ledger
package import Projections

/// The import of a folder of Apple's report files, with the record of what Apple settled by them.
package struct AppleFileImport: Sendable {
  private let files: AppleFileStore
  private let settlements: SettlementReader
  private let decisions: SettlementDecisions
  private let books: BookDecisions
  private let author: String
  private let now: @Sendable () -> Instant

  /// - Parameter author: the name of the person who imports.
  package init(
    to files: AppleFileStore, _ settlements: SettlementReader,
    recordedBy decisions: SettlementDecisions, _ books: BookDecisions, by author: String,
    now: @escaping @Sendable () -> Instant
  ) {
    self.files = files
    self.settlements = settlements
    self.decisions = decisions
    self.books = books
    self.author = author
    self.now = now
  }

  /// Imports a folder into a ledger, whose projections are brought up to date before, so that the products
  /// of other apps are known. Only settlements in production are recorded.
  package static func run(
    _ settings: Settings, folder: String, by author: String, app: String?,
    in environment: StoreEnvironment
  ) async throws -> [String] {
    try await Composition.with(settings, app: app) { composition, bundleID in
      let (pool, log) = (composition.database.pool, composition.log)
      try await ProjectedLedger.project(log, in: composition.database)
      let files = AppleFileImport(
        to: AppleFileStore(pool),
        SettlementReader(pool: pool, log: log, appleIDs: composition.apps.appleIDs),
        recordedBy: composition.intake.settlements, BookDecisions(log), by: author,
        now: Composition.now)
      return try await files.run(
        folder: folder, recordingFor: environment == .production ? bundleID : nil)
    }
  }

  /// Keeps every file of a folder, and records the settlements of an app by all kept files. Returns sentences
  /// about it.
  ///
  /// Throws for a file that cannot be read or is no report, with its name. What was imported before it
  /// stays.
  ///
  /// - Parameter app: nil to record nothing.
  package func run(folder: String, recordingFor app: BundleID?) async throws -> [String] {
    let kept = try await keep(folder: folder)
    guard let app else { return [kept] }
    return [kept] + (try await record(for: app))
  }

  private func keep(folder: String) async throws -> String {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw WrongUsage("\(folder) cannot be read: --apple-files names a folder of report files")
    }
    var (added, known) = (0, 0)
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw WrongUsage("\(path) cannot be read: leave only report files in the folder")
      }
      do {
        let isNew = try await keep(try AppleFile([UInt8](contents), named: name))
        if isNew { added += 1 } else { known += 1 }
      } catch let error as AppleFileRejection {
        throw Failure("\(path): \(error); leave only report files of Apple's in the folder")
      }
    }
    return "\(added.counting("file")) imported, \(known) known already"
  }

  /// Keeps a file, after the event that tells of it. Returns false if the same content is kept already.
  package func keep(_ file: AppleFile) async throws -> Bool {
    if try await files.isKept(file) { return false }
    let told = try await books.record(file.kept(by: author, at: now()))
    try await files.keep(file, told: told)
    return true
  }

  /// Returns a sentence for each recorded settlement, and for each month with products that wait.
  private func record(for app: BundleID) async throws -> [String] {
    let found: SettlementReader.Reading
    do {
      found = try await settlements.settlements(of: app)
    } catch let error as AppleFileRejection {
      throw Failure(error.description)
    }
    let recorded = try await decisions.record(
      found.months, of: app, signed: ActSignature(ActAuthor(name: author))
    ).map { settlement in
      let month = FiscalMonth(of: settlement.days.lowerBound)
      return "recorded Apple's settlement of the fiscal month \(month) for \(app)"
    }
    let waiting = found.undivided.map { days, products in
      "not settled of the fiscal month \(FiscalMonth(of: days.lowerBound)): "
        + UndividedProducts.sentence(products)
    }
    return recorded + waiting
  }
}
