/// A part of what refunds took back of one grant, with the account from which it was taken.
package struct TakenPart: Hashable, Sendable, Codable {
  package let account: AccountReference
  package internal(set) var amount: Int64

  package init(_ account: AccountReference, _ amount: Int64) {
    self.account = account
    self.amount = amount
  }
}

/// The parts that refunds took back of one grant, the last at the end.
///
/// A part that was taken last is given back first, and to the account from which it was taken. While an
/// account is merged into another one, refunds are taken from the target; the undo gives the grant back
/// and leaves those parts with the target.
struct TakenParts: Hashable, Sendable {
  private(set) var parts: [TakenPart] = []

  init(_ parts: [TakenPart] = []) {
    self.parts = parts.filter { $0.amount != 0 }
  }

  var total: Int64 { parts.reduce(0) { $0 + $1.amount } }

  func amount(where isMeant: (AccountReference) -> Bool) -> Int64 {
    parts.filter { isMeant($0.account) }.reduce(0) { $0 + $1.amount }
  }

  /// Returns the parts that are given back, the last one first, until no more than a total is taken.
  func givenBack(downTo total: Int64) -> [TakenPart] {
    var (excess, given) = (self.total - total, [TakenPart]())
    for part in parts.reversed() where excess > 0 {
      let amount = min(excess, part.amount)
      given.append(TakenPart(part.account, amount))
      excess -= amount
    }
    return given
  }

  /// Takes up to a total from an account, or gives back down to it.
  mutating func change(to total: Int64, by account: AccountReference) {
    let more = total - self.total
    if more > 0 { take(more, from: account) }
    for part in givenBack(downTo: total) { giveBack(part.amount, to: part.account) }
  }

  private mutating func take(_ amount: Int64, from account: AccountReference) {
    if parts.last?.account == account {
      parts[parts.count - 1].amount += amount
    } else {
      parts.append(TakenPart(account, amount))
    }
  }

  /// Gives back to an account what was taken from it last.
  mutating func giveBack(_ amount: Int64, to account: AccountReference) {
    var rest = amount
    for index in parts.indices.reversed() where parts[index].account == account && rest > 0 {
      let part = min(rest, parts[index].amount)
      parts[index].amount -= part
      rest -= part
    }
    parts.removeAll { $0.amount == 0 }
  }
}
