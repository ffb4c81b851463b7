import Access
package import Hummingbird
import Logging
import Synchronization

/// The context of one request.
package struct APIContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  let caller = Caller()

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    logger[metadataKey: "hb.request.id"] = "\(Self.randomID())"
  }

  /// Returns an id of 128 random bits. Ids that count up would tell a caller how many requests others send.
  static func randomID() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns a part of the address, percent-decoded; nil if the result is not UTF-8.
  func part(_ name: String) throws -> String? {
    PercentEncoding.decode(try parameters.require(name))
  }

  /// The reach of the request's key.
  var reach: CallerReach { CallerReach(of: caller.key) }
}

/// The caller of a request, and the problem in the answer. Middleware sets both, and the request
/// log reads them.
final class Caller: Sendable {
  private let found = Mutex<(key: KeyRecord?, problem: String?)>((nil, nil))

  /// The API key; nil if none was required or none was valid.
  var key: KeyRecord? {
    get { found.withLock(\.key) }
    set { found.withLock { $0.key = newValue } }
  }

  var keyID: String? { key?.id }

  /// The code of the problem that answers the request; nil if it has none.
  var problem: String? {
    get { found.withLock(\.problem) }
    set { found.withLock { $0.problem = newValue } }
  }
}
