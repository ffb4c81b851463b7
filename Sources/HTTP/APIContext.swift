package import Hummingbird

/// What belongs to one request.
package struct APIContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The id of the key it came with; nil where none is asked for.
  var keyID: String?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
