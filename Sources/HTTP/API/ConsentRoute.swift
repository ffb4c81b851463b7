import Foundation
import HTTPTypes
import Hummingbird
import Intake
import JSONBytes
import Ledger
import Projections

/// The routes that record and read an account's consent to tell Apple how much of its purchases was used.
struct ConsentRoute: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake

  func add(
    recording: some RouterMethods<APIContext>, reading: some RouterMethods<APIContext>
  ) {
    reading.route("/v1/accounts/{account}/consent", .get, beside: [.put], use: read)
    recording.alsoRoute("/v1/accounts/{account}/consent", .put, use: consent)
  }

  @Sendable private func read(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let accounts = try service.accounts(context, query)
    let (moment, knownAt) = (try query.at(), try query.knownAt())
    try await service.wait(query)
    let position = service.token(
      try await service.reader.positions.reached(knownAt: knownAt))
    let name = try AccountID(in: context).rawValue
    var consents: [ConsentInEnvironment] = []
    var known: Bool? = false
    for account in accounts {
      let resolution = try await service.reader.names.resolve(
        account.reference, knownAt: knownAt)
      if resolution.isKnown { known = nil }
      consents.append(
        ConsentInEnvironment(
          environment: account.environment,
          consent: ConsentTold(
            try await service.consent(resolution, at: moment, knownAt: knownAt))))
    }
    return try TaggedAnswer.response(with: consents, known: known, to: request) { [known] told in
      ConsentReading(account: name, known: known, environments: told, position: position)
    }
  }

  @Sendable private func consent(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let account = try await service.writtenAccount(
      context, try Query(request, allowing: [.app, .environment]))
    let body = try ConsentBody(reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let recorded = try await intake.consents.record(
      body.consumption, by: account.account, of: account.bundleID, in: account.environment,
      within: try context.reach.ofKey())
    return try JSONAnswer.response(
      ConsentAnswer(
        account: account.account.rawValue, consumption: body.consumption,
        environments: [EnvironmentPurchases](broughtAlong: recorded.brought),
        position: service.token(recorded.position)))
  }
}

private struct ConsentBody: StrictBody {
  let consumption: Bool

  static let fields: [BodyField] = [.required("consumption", .bool)]
}

/// The last word of an account on its consent.
struct ConsentTold: Encodable, Sendable {
  /// Null if the account never said anything.
  let consumption: Nullable<Bool>
  let changedAt: Nullable<String>

  init(_ last: ConsentChanged?) {
    consumption = Nullable(last?.given)
    changedAt = Nullable(last?.changedAt.description)
  }
}

extension ReadService {
  /// Returns the last word of an account on its consent; nil if it never gave one.
  ///
  /// - Parameters:
  ///   - moment: leaves out later words.
  ///   - known: leaves out what was recorded later.
  func consent(
    _ resolution: AccountResolution, at moment: Instant?, knownAt known: Instant?
  ) async throws -> ConsentChanged? {
    let consents = try await reader.history.consents(
      of: resolution.account, at: moment, knownAt: known)
    return ConsumptionConsent(resolution.account, consents).last
  }
}

private struct ConsentInEnvironment: Encodable {
  let environment: StoreEnvironment
  let consent: ConsentTold
}

private struct ConsentReading: Encodable {
  let account: String
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let environments: EncodedPart
  let position: String
}

private struct ConsentAnswer: Encodable {
  let account: String
  let consumption: Bool
  let environments: [EnvironmentPurchases]
  let position: String
}
