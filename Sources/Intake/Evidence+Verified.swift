import AppStore
import EventStore

extension Evidence {
  /// The JWS of a notification, with the payloads that its verification decoded.
  convenience init(_ verified: VerifiedNotification) {
    let inner = [
      verified.transaction.map(DecodedJWS.init), verified.renewal.map(DecodedJWS.init),
      verified.appTransaction.map(DecodedJWS.init),
    ]
    self.init(
      Array(verified.notification.signed.bytes),
      decoded: [DecodedJWS(verified.notification)] + inner.compactMap(\.self))
  }

  /// A JWS with the payload that its verification decoded.
  convenience init(_ verified: Verified<some AppleSigned>) {
    self.init(Array(verified.signed.bytes), decoded: [DecodedJWS(verified)])
  }
}

extension DecodedJWS {
  fileprivate init(_ verified: Verified<some AppleSigned>) {
    self.init(text: verified.signed.bytes, payload: verified.json)
  }
}
