import AppStore
import Hummingbird

/// The endpoint for the statuses of a customer's subscriptions.
struct SubscriptionEndpoints: Sendable {
  let simulation: Simulation

  private struct Statuses: Encodable {
    let environment: String
    let bundleId: String
    let appAppleId: Int64?
    let data: [Group]
  }

  private struct Group: Encodable {
    let subscriptionGroupIdentifier: String
    let lastTransactions: [Chain]
  }

  private struct Chain: Encodable {
    let status: Int32
    let originalTransactionId: String
    let signedTransactionInfo: String
    let signedRenewalInfo: String
  }

  func statuses(_ call: StoreCall) async throws -> Response {
    let requested = try requestedStatuses(call)
    let (app, now, chains) = try await simulation.withWorld { world in
      let customer = try world.customer(ofAny: call.id)
      return (world.app, world.now, world.latestChains(of: customer, in: requested))
    }
    let signer = simulation.authority.signer(at: now)
    let groups = try Dictionary(grouping: chains, by: \.group).sorted { $0.key < $1.key }.map {
      Group(
        subscriptionGroupIdentifier: $0.key,
        lastTransactions: try $0.value.map { try sign($0, by: signer) })
    }
    return try Response(
      json: Statuses(
        environment: app.environment.rawValue, bundleId: app.bundleID,
        appAppleId: app.toldAppAppleID, data: groups))
  }

  private func sign(_ chain: LatestOfChain, by signer: PayloadSigner) throws -> Chain {
    Chain(
      status: chain.status.rawValue,
      originalTransactionId: chain.transaction.originalTransactionId,
      signedTransactionInfo: try signer.sign(chain.transaction),
      signedRenewalInfo: try signer.sign(chain.renewal))
  }

  /// Returns the requested statuses; an empty list requests all.
  private func requestedStatuses(_ call: StoreCall) throws(APIError) -> [Subscription.Status] {
    var statuses: [Subscription.Status] = []
    for text in call.values("status") {
      guard let status = Int32(text).flatMap(Subscription.Status.init(rawValue:)) else {
        throw .invalidStatus
      }
      statuses.append(status)
    }
    return statuses
  }
}

/// The present state of one chain.
private struct LatestOfChain: Sendable {
  let group: String
  let status: Subscription.Status
  let transaction: SignableTransaction
  let renewal: SignableRenewal
}

extension World {
  /// Returns the present state of the customer's chains.
  /// - Parameter statuses: the statuses to include; empty for all.
  fileprivate func latestChains(
    of customer: Int, in statuses: [Subscription.Status]
  ) -> [LatestOfChain] {
    customers[customer].subscriptions.filter {
      statuses.isEmpty || statuses.contains(subscriptions[$0].status)
    }.map {
      LatestOfChain(
        group: subscriptions[$0].group, status: subscriptions[$0].status,
        transaction: laterCopy(subscriptions[$0].latest), renewal: renewal(of: $0))
    }
  }
}
