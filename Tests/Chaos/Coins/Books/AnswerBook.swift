/// Everything that was answered, held against what was answered before: what is said once is said for ever.
struct AnswerBook: Sendable {
  /// Answers to requests of wallets, by request.
  private(set) var booked: [WalletAsk: WalletEntry] = [:]
  /// Answers to acknowledgements, by the grant's id.
  private(set) var acknowledged: [String: String] = [:]
  /// How often what was refused, by code.
  private(set) var refusals: [String: Int] = [:]
  private var bodies: [WalletAsk: String] = [:]
  /// Of all that is booked; no two requests of a trial share one.
  private var keys: Set<String> = []
  private var entries: [EntryName: WalletEntry] = [:]
  private var ids: [GrantName: String] = [:]

  private struct EntryName: Hashable {
    let account: String
    let number: Int
  }

  /// What was known when something was asked: no later answer may say less.
  struct Knowledge: Hashable, Sendable {
    let isBooked: Bool
    let isReserved: Bool
  }

  /// To be asked for before a request is sent.
  func knowledge(of ask: WalletAsk) -> Knowledge {
    Knowledge(
      isBooked: keys.contains(ask.key),
      isReserved: ask.reservation.map(keys.contains) ?? false)
  }

  /// Takes what was answered to a request.
  mutating func take(
    _ reply: Reply, to ask: WalletAsk, knowing known: Knowledge
  ) throws(BrokenTrial) {
    guard reply.status == 200 else { return try refuse(reply, ask, knowing: known) }
    if let first = bodies[ask] {
      guard first == reply.body else {
        throw BrokenTrial("\(ask.key) was answered \(first), then \(reply.body)")
      }
      return
    }
    let entry = try reply.decode(WalletEntry.self)
    try take(entry, of: ask.account)
    bodies[ask] = reply.body
    booked[ask] = entry
    keys.insert(ask.key)
  }

  /// Takes what was answered to an acknowledgement.
  mutating func take(_ reply: Reply, toAcknowledging grant: String) throws(BrokenTrial) {
    guard reply.status == 200 else {
      throw BrokenTrial("acknowledging \(grant) was answered \(reply.status): \(reply.body)")
    }
    let first = acknowledged[grant, default: reply.body]
    guard first == reply.body else {
      throw BrokenTrial("acknowledging \(grant) was answered \(first), then \(reply.body)")
    }
    acknowledged[grant] = first
  }

  /// Takes an entry of a wallet, wherever it was told.
  mutating func take(_ entry: WalletEntry, of account: String) throws(BrokenTrial) {
    let name = EntryName(account: account, number: entry.number)
    let first = entries[name, default: entry]
    guard first == entry else {
      throw BrokenTrial("entry \(entry.number) of \(account) was \(first), then \(entry)")
    }
    entries[name] = first
  }

  /// Takes a grant of a list.
  mutating func take(_ grant: ListedGrant) throws(BrokenTrial) {
    let first = ids[grant.name, default: grant.id]
    guard first == grant.id else {
      throw BrokenTrial("\(grant.name) was granted as \(first), then as \(grant.id)")
    }
    ids[grant.name] = first
  }

  private mutating func refuse(
    _ reply: Reply, _ ask: WalletAsk, knowing known: Knowledge
  ) throws(BrokenTrial) {
    guard let code = reply.problem, ask.refusals.contains(code) else {
      throw BrokenTrial("\(ask.key) was answered \(reply.status): \(reply.body)")
    }
    if known.isBooked { throw BrokenTrial("\(ask.key) was booked, and is refused: \(code)") }
    if code == "reservation_not_found", known.isReserved {
      throw BrokenTrial("\(ask.key) does not find what was reserved")
    }
    refusals[code, default: 0] += 1
  }
}
