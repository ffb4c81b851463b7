package import Hummingbird
import NIOCore

/// What belongs to one request to the simulated App Store.
package struct StoreRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The connection it came by.
  let connection: any Channel

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    connection = source.channel
  }
}
