package import HTTP
package import Intake
package import Ledger

/// The catalogs that are read and published through the API.
package struct ServedCatalogs: CatalogPublishing {
  private let intake: Intake

  package init(_ intake: Intake) {
    self.intake = intake
  }

  package func catalogs(
    of app: BundleID, at moment: Instant, in shared: SharedState
  ) -> CatalogsAnswer {
    let body = CatalogBody(
      shared.catalogs(of: app), shared.cutOvers.current(in: app), of: app, at: moment)
    return CatalogsAnswer(body, content: body.content)
  }

  package func publish(
    _ contents: [UInt8], of app: BundleID, validFrom: Instant, isDryRun: Bool,
    signed signature: ActSignature
  ) async throws -> any Encodable & Sendable {
    do {
      let file = try CatalogFile(of: try JSONFile(contents, path: "the body"))
      return try await PublicationBody.publish(
        file, of: app, validFrom: validFrom, isDryRun: isDryRun, by: intake,
        signed: signature)
    } catch let error as SettingsError {
      throw Problem.unreadableCatalog("\(error)")
    } catch let error as MalformedFiles {
      throw Problem.invalidCatalog(error.problems.map { ($0.place, $0.remedy) })
    }
  }
}
