/// The charges that an event of the shared lane rates again.
package struct Rerating: Hashable, Sendable {
  /// The environment of the charges; nil for all.
  package let environment: StoreEnvironment?
  /// The first moment of the charges.
  package let from: Instant

  /// Nil for an event that changes no rate.
  package init?(_ event: SharedEvent) {
    switch event {
    case .programEntered(let program): (environment, from) = (nil, program.from)
    case .termsPublished(let terms): (environment, from) = (terms.environment, .distantPast)
    case .catalogPublished, .cutOverDeclared, .epochOpened, .rulesChanged: return nil
    }
  }
}
