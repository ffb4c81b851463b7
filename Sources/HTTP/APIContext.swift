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

/// The caller of a request, and the reason if it was refused. Authorization and routes set them, and
/// the request log reads them.
final class Caller: Sendable {
  private let found = Mutex<String?>(nil)
  private let refused = Mutex<String?>(nil)

  /// The id of the API key; nil if none was required or none was valid.
  var keyID: String? {
    get { found.withLock(\.self) }
    set { found.withLock { $0 = newValue } }
  }

  /// The code for which a notification was rejected; nil if none was.
  var rejection: String? {
    get { refused.withLock(\.self) }
    set { refused.withLock { $0 = newValue } }
  }
}
