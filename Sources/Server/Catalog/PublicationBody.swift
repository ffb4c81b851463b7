package import Intake
package import Ledger

/// The result of publishing a catalog, or of a dry run.
package struct PublicationBody: Encodable, Sendable {
  enum Outcome: String, Encodable {
    case published
    /// The same catalog is in force already; nothing was recorded.
    case unchanged
    /// A dry run; nothing was recorded.
    case dryRun
  }

  let app: String
  let outcome: Outcome
  /// The number of the catalog: 1, 2, 3 … in the order of publication.
  let number: Int
  let validFrom: String
  let changes: CatalogChanges
  /// Consumables whose coins no catalog names: purchases of them wait.
  let unpriced: [String]
  private let size: String

  private enum CodingKeys: CodingKey {
    case app, outcome, number, validFrom, changes, unpriced
  }

  /// Publishes the catalog of a file, unless the same one is in force already or this is a dry run.
  /// Throws the problems of its coins, each with its place in the file.
  package static func publish(
    _ file: CatalogFile, of app: BundleID, validFrom: Instant, isDryRun: Bool, by intake: Intake,
    signed signature: ActSignature? = nil
  ) async throws -> PublicationBody {
    do {
      return try await publish(
        file.catalog, of: app, validFrom: validFrom, isDryRun: isDryRun, by: intake,
        signed: signature)
    } catch let error as CatalogRejection {
      throw file.located(error)
    }
  }

  /// Publishes a catalog, unless the same one is in force already or this is a dry run.
  package static func publish(
    _ catalog: Catalog, of app: BundleID, validFrom: Instant, isDryRun: Bool, by intake: Intake,
    signed signature: ActSignature? = nil
  ) async throws -> PublicationBody {
    let before = try await intake.catalogs.catalogs(of: app)
    let isKnown = before.inForce(at: validFrom) == catalog
    if !isKnown {
      let problems = try await intake.catalogs.problems(ofCoinsIn: catalog, of: app)
      guard problems.isEmpty else { throw CatalogRejection(problems: problems) }
      if !isDryRun {
        _ = try await intake.catalogs.publish(
          catalog, of: app, validFrom: validFrom, signed: signature)
      }
    }
    return PublicationBody(
      isKnown ? .unchanged : isDryRun ? .dryRun : .published, catalog, of: app,
      validFrom: validFrom, after: before)
  }

  /// - Parameter published: the app's catalogs before this publication.
  init(
    _ outcome: Outcome, _ catalog: Catalog, of app: BundleID, validFrom: Instant,
    after published: Catalogs
  ) {
    let status = published.numberInForce(at: validFrom)
    self.app = app.rawValue
    self.outcome = outcome
    number = (outcome == .unchanged ? status : nil) ?? published.published.count + 1
    self.validFrom = validFrom.description
    changes = CatalogChanges(from: published, to: catalog, at: validFrom)
    unpriced = catalog.products.filter { product in
      product.type == .consumable && product.grants == nil
        && published.offer(of: product.productID, type: product.type, at: validFrom) == nil
    }.map(\.productID.rawValue)
    size = Catalog.size(catalog.products.count)
  }

  package var lines: [String] {
    switch outcome {
    case .unchanged:
      return ["Catalog \(number) of \(app) says the same and is in force: nothing to publish."]
    case .published:
      return ["Catalog \(number) of \(app) holds from \(validFrom): \(size)."]
        + changes.lines + waiting + ["Grants already made keep their amounts."]
    case .dryRun:
      return [
        "This would be catalog \(number) of \(app), from \(validFrom): \(size)."
      ] + changes.lines + waiting + [
        "Grants already made keep their amounts. Nothing was published."
      ]
    }
  }

  private var waiting: [String] {
    unpriced.map { "  waiting  \($0): purchases wait until a catalog names its coins" }
  }
}
