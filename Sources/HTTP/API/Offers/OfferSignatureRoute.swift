import Foundation
import Hummingbird
import Intake
import Ledger
import Projections

/// The route that signs a promotional offer for a player. It records nothing.
struct OfferSignatureRoute: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let signing: OfferSigning

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}/offers/signature", .post, use: sign)
  }

  @Sendable private func sign(_ request: Request, _ context: APIContext) async throws -> Response {
    let account = try service.account(context, try Query(request, allowing: [.app, .environment]))
    let body = try OfferBodyToSign(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let (product, offer) = (body.productId, body.offerIdentifier)
    try PlainName.check([
      "productId": product, "offerIdentifier": offer, "transactionId": body.transactionId,
    ])
    if let token = body.appAccountToken { try await check(token, of: account) }
    do {
      let signed = try await signing.sign(
        offer, of: ProductID(product), in: account.bundleID, for: body.appAccountToken,
        after: body.transactionId.map { TransactionID($0) }, at: service.now())
      return try JSONAnswer.response(
        SignedOfferBody(signed, account, product, offer, body.appAccountToken))
    } catch let rejection as OfferRejection {
      throw OfferProblems.problem(of: rejection)
    }
  }

  /// Throws a problem if the token is another account's, which the purchase would belong to.
  private func check(_ token: UUID, of account: AccountKey) async throws {
    let name = AccountReference(
      account.environment, account.bundleID, AccountID(token.uuidString.lowercased()))
    let names = service.reader.names
    let owner = try await names.resolve(name)
    guard owner.isKnown else { return }
    guard try await names.resolve(account.reference).account == owner.account else {
      throw AccountProblems.tokenOfAnotherAccount
    }
  }
}

/// The problems of offers.
enum OfferProblems {
  static func problem(of rejection: OfferRejection) -> Problem {
    switch rejection {
    case .keyMissing:
      Problem(
        .conflict, code: "offer_key_missing",
        detail: "The app has no In-App Purchase key to sign with: set `issuerId`, `keyId` and "
          + "`privateKeyFile` in DAICHO_APPS.")
    case .productUnknown: AccountProblems.problem(of: .productUnknown)
    case .offerUnknown:
      Problem(
        .conflict, code: "unknown_offer",
        detail:
          "`offerIdentifier` is no promotional offer of the product in the catalog: check it, "
          + "or publish a catalog that lists it in `offers`.")
    }
  }
}

private struct OfferBodyToSign: StrictBody {
  let productId: String
  let offerIdentifier: String
  let appAccountToken: UUID?
  let transactionId: String?

  static let fields: [BodyField] = [
    .required("productId", .string), .required("offerIdentifier", .string),
    .optional("appAccountToken", .uuid), .optional("transactionId", .string),
  ]
}

private struct SignedOfferBody: Encodable {
  let account: String
  let keyIdentifier: String
  let productId: String
  let offerIdentifier: String
  let appAccountToken: Nullable<String>
  let nonce: String
  let timestamp: Int64
  let signature: String
  let jws: String

  init(
    _ signed: SignedOffer, _ account: AccountKey, _ product: String, _ offer: String,
    _ token: UUID?
  ) {
    self.account = account.account.rawValue
    keyIdentifier = signed.keyIdentifier
    productId = product
    offerIdentifier = offer
    appAccountToken = Nullable(token?.uuidString.lowercased())
    nonce = signed.nonce.uuidString.lowercased()
    timestamp = signed.signedAt.milliseconds
    signature = signed.signature
    jws = signed.jws
  }
}
