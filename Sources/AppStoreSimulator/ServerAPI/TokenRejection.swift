import Synchronization

/// The reason why the Server API refuses a token. It names a field and never holds its value.
enum TokenRejection: Error, Hashable {
  /// A field of a token's header or claims.
  enum Field: String {
    case alg, kid, typ, iss, aud, bid, iat, exp
  }

  /// There is no `Authorization: Bearer` with a text.
  case noBearer
  /// The text is not a header, claims and a signature in base64url.
  case noJWT
  case missing(Field)
  case wrong(Field)
  case expired
  case notIssuedYet
  /// The time from issue to expiry is negative, nothing, or too long.
  case lifetime
  case signature

  /// Creates the refusal of a header or of claims that cannot be decoded.
  init(_ error: DecodingError) {
    let refusal: TokenRejection? =
      switch error {
      case .keyNotFound(let key, _): Field(rawValue: key.stringValue).map { .missing($0) }
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath.last.flatMap { Field(rawValue: $0.stringValue) }.map { .wrong($0) }
      @unknown default: nil
      }
    self = refusal ?? .noJWT
  }

  /// The fault and the remedy, without a full stop.
  var reason: String {
    switch self {
    case .noBearer: "the header `Authorization: Bearer` with a JWT is missing"
    case .noJWT: "the text after `Bearer` is no signed JWT"
    case .missing(let field): "`\(field.rawValue)` is missing; it must be \(field.meaning)"
    case .wrong(let field): "`\(field.rawValue)` must be \(field.meaning)"
    case .expired: "`exp` has passed; sign a new token"
    case .notIssuedYet: "`iat` is more than a minute ahead of this machine's clock"
    case .lifetime:
      "`exp` must be later than `iat` by an hour at most; without `iat`, an hour from now at most"
    case .signature: "the signature is not by the key of `privateKeyFile` in apps.json"
    }
  }
}

extension TokenRejection.Field {
  fileprivate var meaning: String {
    switch self {
    case .alg: "ES256"
    case .kid: "the `keyId` of apps.json"
    case .typ: "JWT"
    case .iss: "the `issuerId` of apps.json"
    case .aud: RequestToken.audience
    case .bid: "the `bundleId` of apps.json"
    case .iat, .exp: "a number of seconds since 1970"
    }
  }
}

/// A console that reports each reason for refusing tokens once, when it first occurs.
final class RejectionNews: Sendable {
  private let tell: @Sendable (String) -> Void
  private let met = Mutex<Set<TokenRejection>>([])

  init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  func meet(_ refusal: TokenRejection) {
    guard met.withLock({ $0.insert(refusal).inserted }) else { return }
    tell("The Server API answers 401 to a token: \(refusal.reason).")
  }
}
