import Foundation
import Hummingbird
import Intake
import Ledger
import Projections

/// The routes by which customer support gives an account a promotional entitlement, and takes it back.
struct PromotionRoutes: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake

  func add(to router: some RouterMethods<APIContext>) {
    router.alsoRoute("/v1/accounts/{account}/entitlements", .post, use: grant)
    router.alsoRoute("/v1/accounts/{account}/entitlements/{name}", .delete, use: withdraw)
  }

  @Sendable private func grant(_ request: Request, _ context: APIContext) async throws -> Response {
    let account = try await service.writtenAccount(
      context, try Query(request, allowing: [.app, .environment]))
    let body = try PromotionRequest(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let (target, until) = try body.checked()
    let outcome = try await intake.promotions.grant(
      target, until: until, to: account.account, of: account.bundleID, in: account.environment,
      within: try context.reach.ofKey(), author: try context.author(body.author),
      reason: body.reason)
    return try answer(outcome, account)
  }

  @Sendable private func withdraw(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let account = try service.account(context, try Query(request, allowing: [.app, .environment]))
    let body = try PromotionEndBody(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    try PlainName.check(["author": body.author, "reason": body.reason])
    guard let id = try context.part("name").flatMap(UUID.init(uuidString:)) else {
      throw AccountProblems.promotionNotFound
    }
    let outcome = try await intake.promotions.withdraw(
      id, from: account.account, of: account.bundleID, in: account.environment,
      author: try context.author(body.author), reason: body.reason)
    return try answer(outcome, account)
  }

  private func answer(_ outcome: PromotionOutcome, _ account: AccountKey) throws -> Response {
    switch outcome {
    case .decided(let item, let position, let brought):
      return try JSONAnswer.response(
        PromotionBody(
          item, of: account, bringing: brought, position: service.token(position)))
    case .rejected(let rejection): throw AccountProblems.problem(of: rejection)
    }
  }
}

private struct PromotionRequest: StrictBody {
  let productId: String?
  let name: String?
  let until: String
  let reason: String
  let author: String

  static let fields: [BodyField] = [
    .optional("productId", .string), .optional("name", .string), .required("until", .string),
    .required("reason", .string), .required("author", .string),
  ]

  /// Returns the checked fields. Throws a problem that names all faulty ones.
  func checked() throws(Problem) -> (target: PromotionTarget, until: Instant) {
    var faults: [FieldFault] = []
    let target = try faults.reading { () throws(Problem) in try self.target() }
    let until = try faults.reading { () throws(Problem) in try moment() }
    faults += PlainName.faults(recording: ["author": author, "reason": reason])
    guard let target, let until, faults.isEmpty else { throw .invalid(faults) }
    return (target, until)
  }

  private func target() throws(Problem) -> PromotionTarget {
    switch (productId, name) {
    case (let product?, nil): .product(ProductID(try PlainName.checked(product, "productId")))
    case (nil, let name?): .name(try PlainName.checked(name, "name"))
    case (nil, nil): throw .invalid("productId", "is missing: send it, or `name`")
    case (.some, .some):
      throw .invalid("name", "must not be beside `productId`: send one of them")
    }
  }

  private func moment() throws(Problem) -> Instant {
    guard let until = Instant(until) else {
      throw .invalid("until", "must be a time as 2026-01-31T09:00:00.000Z")
    }
    return until
  }
}

private struct PromotionEndBody: StrictBody {
  let reason: String
  let author: String

  static let fields: [BodyField] = [.required("reason", .string), .required("author", .string)]
}
