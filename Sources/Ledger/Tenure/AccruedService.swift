/// The paid service before a charge, as of the charge.
package struct AccruedService: Hashable, Sendable {
  /// The service since the count last began at zero, which decides the rate.
  package let counted: Duration
  /// The service as it would be if no gap had restarted the count.
  package let unbroken: Duration

  package static let none = AccruedService(counted: .zero, unbroken: .zero)
}
