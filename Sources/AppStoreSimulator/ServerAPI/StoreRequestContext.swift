package import Hummingbird
import NIOCore

/// The context of one request to the simulated App Store.
package struct StoreRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The connection over which the request arrived.
  let connection: any Channel

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    connection = source.channel
  }
}
