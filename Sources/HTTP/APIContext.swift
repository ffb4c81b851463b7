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

/// The caller of a request. Authorization sets it, and the request log reads it.
final class Caller: Sendable {
  private let found = Mutex<String?>(nil)

  /// The id of the API key; nil if none was required or none was valid.
  var keyID: String? {
    get { found.withLock(\.self) }
    set { found.withLock { $0 = newValue } }
  }
}
