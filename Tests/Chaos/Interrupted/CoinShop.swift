import AppStoreSimulator
import Foundation

/// Something bought, as the device has it from the store.
struct CoinSale: Sendable {
  let transactionID: String
  let signedTransaction: String
  /// The kinds of coins that its product gives.
  let coins: Set<String>
}

/// A false Apple that sells coins, some of whose notifications nobody hears.
struct CoinShop: Sendable {
  static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)

  let simulation: Simulation
  private let client: FleetClient

  /// - Parameter client: reaches the ledgers, which are told of purchases.
  init(_ simulation: Simulation, telling client: FleetClient) {
    self.simulation = simulation
    self.client = client
  }

  /// A store with these customers that opened an hour ago, and tells nobody by itself.
  static func simulation(
    for players: [InterruptionPlan.Player], signedBy house: SigningHouse
  ) throws -> Simulation {
    let opened = Int64(Date.now.timeIntervalSince1970 * 1_000) - 3_600_000
    var world = World(of: app, selling: .game, seed: 1, from: opened)
    for player in players {
      try world.addCustomer(player.name, appAccountToken: player.token)
    }
    return Simulation(of: world, signedBy: house, developerKey: DeveloperKey())
  }

  /// - Returns: what the device gets, and the number of what Apple has to say of it.
  func sell(
    _ product: String, quantity: Int = 1, to player: String
  ) async throws -> (sale: CoinSale, notification: Int) {
    var wish = PurchaseWish(product)
    wish.quantity = quantity
    let (content, notification) = try await simulation.withWorld { [wish] world in
      guard
        case .completed(let transaction) = try world.buy(
          wish, by: try world.customer(named: player))
      else { throw BrokenTrial("\(player) could not buy \(wish.product)") }
      return (world.signable(transaction), world.notifications.count - 1)
    }
    return (try sale(content), notification)
  }

  /// Tells the ledgers some milliseconds later, again and again until one has answered.
  func tell(_ notification: Int, after pause: Int) async throws {
    try await Task.sleep(for: .milliseconds(pause))
    let body = try JSONEncoder().encode([
      "signedPayload": try await simulation.signedPayload(of: notification)
    ])
    let reply = try await client.post(
      "/v1/apple/notifications", String(decoding: body, as: UTF8.self))
    guard reply.status == 200 else {
      throw BrokenTrial("a notification was answered \(reply.status): \(reply.body)")
    }
  }

  func finish(_ transactionID: String) async throws {
    try await simulation.withWorld { $0.finish(try $0.transaction(transactionID)) }
  }

  /// What the store hands to a device that begins anew, signed anew.
  func unfinished(of player: String) async throws -> [CoinSale] {
    try await simulation.withWorld { world in
      let customer = world.customers[try world.customer(named: player)]
      return customer.transactions.filter { !world.transactions[$0].isFinished }
        .map { world.signable($0) }
    }.map(sale)
  }

  /// From now on the Server API fails in one way or another.
  func close() async {
    var misbehaviour = Misbehaviour()
    misbehaviour.serverAPI.failingPercent = 60
    misbehaviour.serverAPI.droppedPercent = 100
    await simulation.misbehave(misbehaviour)
  }

  func open() async { await simulation.misbehave(Misbehaviour()) }

  private func sale(_ content: SignableTransaction) throws -> CoinSale {
    let coins = Catalogue.game.coinage.grants(of: content.productId, at: content.purchaseDate)
    return CoinSale(
      transactionID: content.transactionId,
      signedTransaction: try simulation.house.signer(at: content.signedDate).sign(content),
      coins: Set(coins.map(\.coin)))
  }
}
