import Foundation
package import Ledger

extension EventLog {
  /// Returns the owners of a chain with its grants, by the log as it is now.
  package func owners(of chain: ChainID) async throws -> ChainOwners {
    var owners = ChainOwners(chain)
    for event in try await events(of: .chain(chain)) {
      owners.evolve(with: event.event)
    }
    return owners
  }

  /// Returns the account behind a name and the account's other names, by the log as it is now.
  package func resolve(_ name: AccountReference) async throws -> AccountResolution {
    var resolution = AccountResolution(name)
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      resolution.apply(try await aliases(of: wanted))
    }
    return resolution
  }

  /// Returns the consent of an account, or of the account behind an alias, by the log as it is now.
  package func consumptionConsent(of name: AccountReference) async throws -> ConsumptionConsent {
    let account = try await resolve(name).account
    return ConsumptionConsent(account, try await consents(of: account))
  }

  /// Returns every consent change and erasure of an account, in order.
  package func consents(of account: AccountReference) async throws -> [RecordedEvent] {
    try await events(of: [.account(account)], [.consentChanged, .accountErased])
  }

  /// Returns the decisions about an account since its last erasure, in order: changes of consent,
  /// tokens registered and withdrawn, merges and their undos.
  package func decisions(of account: AccountReference) async throws -> [RecordedEvent] {
    let events = try await events(
      of: [.account(account)],
      [.consentChanged, .aliasClaimed, .tokenWithdrawn, .accountsMerged, .accountErased])
    let erasure = events.lastIndex { event in
      if case .account(.accountErased) = event.event { true } else { false }
    }
    return Array(events[(erasure.map { $0 + 1 } ?? 0)...])
  }

  /// Returns the aliases of these names, each by its own stream as it is now.
  package func aliases(of names: [AccountReference]) async throws -> [AccountAliases] {
    guard !names.isEmpty else { return [] }
    let events = try await events(
      of: names.map(StreamID.account),
      [.accountAliased, .aliasClaimed, .tokenWithdrawn, .accountErased, .accountsMerged])
    let streams = Dictionary(grouping: events, by: \.event.stream)
    return names.map { AccountAliases($0, streams[.account($0)] ?? []) }
  }

  /// Returns the chains that were claimed under these names since their last erasure.
  ///
  /// - Parameter all: true for the claims before an erasure, too.
  package func claims(
    of names: [AccountReference], all: Bool = false
  ) async throws -> Set<ChainID> {
    guard !names.isEmpty else { return [] }
    let events = try await events(
      of: names.map(StreamID.account), [.chainClaimed, .accountErased])
    var claims: [AccountReference: Set<ChainID>] = [:]
    for event in events {
      switch event.event.ofAccount?.topic {
      case .claim(let claim): claims[claim.account, default: []].insert(claim.chain)
      case .erasure(let erasure): if !all { claims[erasure.account] = [] }
      case .alias, .coins, .consent, nil: break
      }
    }
    return claims.values.reduce(into: []) { $0.formUnion($1) }
  }

  private func events(
    of streams: [StreamID], _ kinds: [EventType]
  ) async throws -> [RecordedEvent] {
    let keys = streams.map(\.key)
    let rows = try await reader.rows(
      .eventsOfKinds, [keys.map(lane(of:)), keys, kinds.map(\.rawValue)])
    return try await reader.events(of: Array(rows))
  }
}
