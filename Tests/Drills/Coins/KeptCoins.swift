/// The game's own wallet of the coins that the ledger does not keep. It books pending grants once, and
/// follows what refunds and reversals change, as the page for game servers says.
actor KeptCoins {
  private struct Booking {
    /// The amount acknowledged.
    let booked: Int64
    /// The amount that is left of it.
    var held: Int64
  }

  private struct Page: Decodable {
    let grants: [ListedGrant], next: String?, position: String
  }

  private let client: FleetClient
  /// The bookings by the grant's id.
  private var bookings: [String: Booking] = [:]
  /// The position up to which changes were followed; nil before the first turn.
  private var position: String?
  private var isAtWork = false

  init(_ client: FleetClient) {
    self.client = client
  }

  /// Books what is pending, then follows the changes. Returns at once while another turn is going on.
  func keepUp() async throws {
    guard !isAtWork else { return }
    isAtWork = true
    defer { isAtWork = false }
    let position = if let position { position } else { try await page("").position }
    try await pull()
    self.position = try await follow(from: position)
  }

  private func pull() async throws {
    var after = ""
    repeat {
      let page = try await page("state=pending\(after)")
      for grant in page.grants where grant.account != nil { try await book(grant) }
      after = page.next.map { "&after=\($0)" } ?? ""
    } while !after.isEmpty
  }

  private func book(_ grant: ListedGrant) async throws {
    guard grant.coin == CoinProduct.kept else {
      throw BrokenDrill("\(grant) is pending, though the ledger keeps its coin")
    }
    let left = grant.amount - grant.revokedAmount
    let booking = bookings[grant.id] ?? Booking(booked: left, held: left)
    bookings[grant.id] = booking
    let reply = try await client.post(
      "/v1/grants/\(grant.id)/acknowledge", #"{"bookedAmount":\#(booking.booked)}"#)
    // 404 while PostgreSQL has forgotten what the ledger grants again: the next turn repeats it.
    guard [200, 404].contains(reply.status) else {
      throw BrokenDrill("booking \(grant) was answered \(reply.status): \(reply.body)")
    }
  }

  /// Returns the position from which the next turn goes on.
  private func follow(from position: String) async throws -> String {
    var after = ""
    while true {
      let page = try await page("changedAfter=\(position)\(after)")
      for grant in page.grants { bookings[grant.id]?.held = grant.amount - grant.revokedAmount }
      guard let next = page.next else { return page.position }
      after = "&after=\(next)"
    }
  }

  private func page(_ query: String) async throws -> Page {
    let reply = try await client.get("/v1/grants?limit=20&\(query)")
    guard reply.status == 200 else {
      throw BrokenDrill("grants were answered \(reply.status): \(reply.body)")
    }
    return try reply.decode(Page.self)
  }

  /// Throws unless the game has what is left of each grant, as the ledger knows. Returns the number of
  /// grants that the game has booked.
  func check(_ expected: [ExpectedGrant], _ listed: [ListedGrant]) throws(BrokenDrill) -> Int {
    let grants = Dictionary(uniqueKeysWithValues: listed.map { ($0.name, $0) })
    for grant in expected {
      guard let told = grants[grant.name] else { throw BrokenDrill("\(grant.name) is not listed") }
      let booking = bookings[told.id]
      guard (booking?.held ?? 0) == grant.amount - grant.takenBack else {
        throw BrokenDrill(
          "the game has \(booking?.held ?? 0) of \(grant.name), not \(grant.amount - grant.takenBack)"
        )
      }
      guard told.bookedAmount == booking?.booked else {
        throw BrokenDrill("the game booked \(booking?.booked ?? 0) of \(told)")
      }
    }
    guard Set(bookings.keys).isSubset(of: expected.compactMap { grants[$0.name]?.id }) else {
      throw BrokenDrill("the game has booked coins that it does not keep")
    }
    return bookings.count
  }
}
