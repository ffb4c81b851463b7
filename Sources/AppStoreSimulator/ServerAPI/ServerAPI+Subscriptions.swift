import AppStore
import Hummingbird

/// How a customer's subscriptions stand.
extension ServerAPI {
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

  func subscriptions(_ call: Call) async throws -> Response {
    let standings = try standings(call)
    let (app, now, chains) = try await simulation.withWorld { world in
      let customer = try world.customer(ofAny: call.id)
      return (world.app, world.now, world.latestChains(of: customer, in: standings))
    }
    let signer = simulation.house.signer(at: now)
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
      status: chain.standing.rawValue,
      originalTransactionId: chain.transaction.originalTransactionId,
      signedTransactionInfo: try signer.sign(chain.transaction),
      signedRenewalInfo: try signer.sign(chain.renewal))
  }

  /// Those asked for; all if none is named.
  private func standings(_ call: Call) throws(APIError) -> [Subscription.Standing] {
    var standings: [Subscription.Standing] = []
    for text in call.values("status") {
      guard let standing = Int32(text).flatMap(Subscription.Standing.init(rawValue:)) else {
        throw .invalidStatus
      }
      standings.append(standing)
    }
    return standings
  }
}

/// The present state of one chain.
private struct LatestOfChain: Sendable {
  let group: String
  let standing: Subscription.Standing
  let transaction: SignableTransaction
  let renewal: SignableRenewal
}

extension World {
  /// - Parameter standings: empty for all.
  fileprivate func latestChains(
    of customer: Int, in standings: [Subscription.Standing]
  ) -> [LatestOfChain] {
    customers[customer].subscriptions.filter {
      standings.isEmpty || standings.contains(subscriptions[$0].standing)
    }.map {
      LatestOfChain(
        group: subscriptions[$0].group, standing: subscriptions[$0].standing,
        transaction: signable(subscriptions[$0].latest), renewal: renewal(of: $0))
    }
  }
}
