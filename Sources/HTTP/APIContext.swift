package import Hummingbird
import Synchronization

/// The context of one request.
package struct APIContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  let caller = Caller()

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}

/// The caller of a request, and the problem in the answer. Middleware sets both, and the request
/// log reads them.
final class Caller: Sendable {
  private let found = Mutex<(keyID: String?, problem: String?)>((nil, nil))

  /// The id of the API key; nil if none was required or none was valid.
  var keyID: String? {
    get { found.withLock(\.keyID) }
    set { found.withLock { $0.keyID = newValue } }
  }

  /// The code of the problem that answers the request; nil if it has none.
  var problem: String? {
    get { found.withLock(\.problem) }
    set { found.withLock { $0.problem = newValue } }
  }
}
