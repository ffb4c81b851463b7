/// A book of all answers, each checked against earlier ones: an answer holds for ever.
struct AnswerBook: Sendable {
  /// The answers to requests of wallets, by request.
  private(set) var booked: [WalletCall: WalletEntry] = [:]
  /// The answers to acknowledgements, by the grant's id.
  private(set) var acknowledged: [String: String] = [:]
  /// The number of rejections by code.
  private(set) var rejections: [String: Int] = [:]
  private var bodies: [WalletCall: String] = [:]
  /// The keys of all booked requests; no two requests of a drill share one.
  private var keys: Set<String> = []
  private var entries: [EntryName: WalletEntry] = [:]
  /// True if an account's number names one entry for ever; false if accounts are merged, so that
  /// one account's requests are booked in two wallets.
  private let namesEntries: Bool
  private var ids: [GrantName: String] = [:]

  private struct EntryName: Hashable {
    let account: String
    let number: Int
  }

  init(namingEntries namesEntries: Bool = true) {
    self.namesEntries = namesEntries
  }

  /// The knowledge at the time of a request: no later answer may say less.
  struct Knowledge: Hashable, Sendable {
    let isBooked: Bool
    let isReserved: Bool
  }

  /// Returns the knowledge about a request; call it before sending the request.
  func knowledge(of ask: WalletCall) -> Knowledge {
    Knowledge(
      isBooked: keys.contains(ask.key),
      isReserved: ask.reservation.map(keys.contains) ?? false)
  }

  /// Takes the answer to a request.
  mutating func take(
    _ reply: Reply, to ask: WalletCall, knowing known: Knowledge
  ) throws(BrokenDrill) {
    guard reply.status == 200 else { return try reject(reply, ask, knowing: known) }
    if let first = bodies[ask] {
      guard first == reply.body else {
        throw BrokenDrill("\(ask.key) was answered \(first), then \(reply.body)")
      }
      return
    }
    let entry = try reply.decode(WalletEntry.self)
    try take(entry, of: ask.account)
    bodies[ask] = reply.body
    booked[ask] = entry
    keys.insert(ask.key)
  }

  /// Takes the answer to an acknowledgement.
  mutating func take(_ reply: Reply, toAcknowledging grant: String) throws(BrokenDrill) {
    guard reply.status == 200 else {
      throw BrokenDrill("acknowledging \(grant) was answered \(reply.status): \(reply.body)")
    }
    let first = acknowledged[grant, default: reply.body]
    guard first == reply.body else {
      throw BrokenDrill("acknowledging \(grant) was answered \(first), then \(reply.body)")
    }
    acknowledged[grant] = first
  }

  /// Takes an entry of a wallet, from any answer.
  mutating func take(_ entry: WalletEntry, of account: String) throws(BrokenDrill) {
    guard namesEntries else { return }
    let name = EntryName(account: account, number: entry.number)
    let first = entries[name, default: entry]
    guard first == entry else {
      throw BrokenDrill("entry \(entry.number) of \(account) was \(first), then \(entry)")
    }
    entries[name] = first
  }

  /// Takes a grant of a list.
  mutating func take(_ grant: ListedGrant) throws(BrokenDrill) {
    let first = ids[grant.name, default: grant.id]
    guard first == grant.id else {
      throw BrokenDrill("\(grant.name) was granted as \(first), then as \(grant.id)")
    }
    ids[grant.name] = first
  }

  private mutating func reject(
    _ reply: Reply, _ ask: WalletCall, knowing known: Knowledge
  ) throws(BrokenDrill) {
    guard let code = reply.problem, ask.rejections.contains(code) else {
      throw BrokenDrill("\(ask.key) was answered \(reply.status): \(reply.body)")
    }
    if known.isBooked { throw BrokenDrill("\(ask.key) was booked, and is rejected: \(code)") }
    if code == "reservation_not_found", known.isReserved {
      throw BrokenDrill("\(ask.key) does not find what was reserved")
    }
    rejections[code, default: 0] += 1
  }
}
