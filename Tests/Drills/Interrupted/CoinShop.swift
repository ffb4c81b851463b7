import AppStoreSimulator
import Foundation

/// A purchase as the device has it from the store.
struct CoinSale: Sendable {
  let transactionID: String
  let signedTransaction: String
  /// The coins that the product grants.
  let coins: Set<String>
}

/// A simulated Apple that sells coins, some of whose notifications are lost.
struct CoinShop: Sendable {
  static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)

  let simulation: Simulation
  private let client: FleetClient

  /// - Parameter client: reaches the ledgers, which receive the notifications.
  init(_ simulation: Simulation, telling client: FleetClient) {
    self.simulation = simulation
    self.client = client
  }

  /// Returns a store with these customers that opened an hour ago, and sends no notifications by
  /// itself.
  static func simulation(
    for players: [InterruptionPlan.Player], signedBy authority: SigningAuthority
  ) throws -> Simulation {
    let opened = Int64(Date.now.timeIntervalSince1970 * 1_000) - 3_600_000
    var world = World(of: app, selling: .game, seed: 1, from: opened)
    for player in players {
      try world.addCustomer(player.name, appAccountToken: player.token, account: player.name)
    }
    return Simulation(of: world, signedBy: authority, developerKey: DeveloperKey())
  }

  /// Sells a product.
  /// - Returns: the sale that the device gets, and the number of Apple's notification.
  func sell(
    _ product: String, quantity: Int = 1, to player: String
  ) async throws -> (sale: CoinSale, notification: Int) {
    var command = PurchaseCommand(product)
    command.quantity = quantity
    let (content, notification) = try await simulation.withWorld { [command] world in
      guard
        case .completed(let transaction) = try world.buy(
          command, by: try world.customer(named: player))
      else { throw BrokenDrill("\(player) could not buy \(command.product)") }
      return (world.signable(transaction), world.notifications.count - 1)
    }
    return (try sale(content), notification)
  }

  /// Posts a notification to the ledgers some milliseconds later, again and again until one has
  /// answered.
  func tell(_ notification: Int, after pause: Int) async throws {
    try await Task.sleep(for: .milliseconds(pause))
    let body = try JSONEncoder().encode([
      "signedPayload": try await simulation.signedPayload(of: notification)
    ])
    let reply = try await client.post(
      "/v1/apple/notifications", String(decoding: body, as: UTF8.self))
    guard reply.status == 200 else {
      throw BrokenDrill("a notification was answered \(reply.status): \(reply.body)")
    }
  }

  func finish(_ transactionID: String) async throws {
    try await simulation.withWorld { $0.finish(try $0.transaction(transactionID)) }
  }

  /// Returns the unfinished transactions that the store hands to a newly started device, signed
  /// again.
  func unfinished(of player: String) async throws -> [CoinSale] {
    try await simulation.withWorld { world in
      let customer = world.customers[try world.customer(named: player)]
      return customer.transactions.filter { !world.transactions[$0].isFinished }
        .map { world.signable($0) }
    }.map(sale)
  }

  /// Makes the Server API fail from now on in one way or another.
  func close() async {
    var misbehavior = Misbehavior()
    misbehavior.serverAPI.failingPercent = 60
    misbehavior.serverAPI.droppedPercent = 100
    await simulation.misbehave(misbehavior)
  }

  func open() async { await simulation.misbehave(Misbehavior()) }

  private func sale(_ content: SignableTransaction) throws -> CoinSale {
    let coins = StoreCatalog.game.coinage.grants(of: content.productId, at: content.purchaseDate)
    return CoinSale(
      transactionID: content.transactionId,
      signedTransaction: try simulation.authority.signer(at: content.signedDate).sign(content),
      coins: Set(coins.map(\.coin)))
  }
}
