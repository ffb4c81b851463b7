import Ledger
import Synchronization

/// The customers that this process reads the histories of just now, by the owners of their chains. Purchases that are
/// posted together ask for one history at the same time, and the first reading of it serves them all.
final class CustomersBeingRead: Sendable {
  struct Customer: Hashable {
    let store: StoreEndpoint
    let owner: ChainOwner
  }

  /// The longest wait for another reading of the same customer.
  private static let patience: Duration = .seconds(10)
  private static let pause: Duration = .milliseconds(50)

  private let customers = Mutex<Set<Customer>>([])

  /// Performs a reading once no other one of the customer takes place, or when the wait for it has become too long.
  func reading<Result>(
    _ customer: Customer, _ read: () async throws -> Result
  ) async throws -> Result {
    let deadline = ContinuousClock.now + Self.patience
    var isFirst = begin(customer)
    while !isFirst, .now < deadline {
      try await Task.sleep(for: Self.pause)
      isFirst = begin(customer)
    }
    defer { if isFirst { _ = customers.withLock { $0.remove(customer) } } }
    return try await read()
  }

  /// Returns false if another reading of the customer takes place.
  private func begin(_ customer: Customer) -> Bool {
    customers.withLock { $0.insert(customer).inserted }
  }
}
