import ArgumentParser
package import Ledger

extension Instant: ExpressibleByArgument {
  /// Reads 2026-01-31T09:00:00.000Z.
  package init?(argument: String) {
    self.init(argument)
  }
}
