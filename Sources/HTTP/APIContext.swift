package import Hummingbird
import Synchronization

/// What belongs to one request.
package struct APIContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  let caller = Caller()

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}

/// Who asks, found out on the way in and told by the log on the way out.
final class Caller: Sendable {
  private let found = Mutex<String?>(nil)

  /// The id of the key; nil where none is asked for or none was good.
  var keyID: String? {
    get { found.withLock(\.self) }
    set { found.withLock { $0 = newValue } }
  }
}
