import Ledger

/// The sums of entries under one key of a report, by kind and origin.
struct JournalFigures {
  /// The reason why an entry is booked in a time.
  enum Origin: String, CaseIterable {
    /// It belongs to the time.
    case time
    /// It belongs to an earlier time, and became known, or could be read, after that was closed.
    case late
    /// Only a change of the rules made it: a difference from the sums of closed periods.
    case rules
  }

  /// The sums of the entries of one kind.
  struct Sum: Equatable {
    var count: Int64 = 0
    var price: Int128 = 0
    var tax: Int128 = 0
    var commission: Int128 = 0
    var savedByTenure: Int128 = 0
    var lapseCost: Int128 = 0

    static let none = Sum()

    static func += (left: inout Sum, right: Sum) {
      left.count += right.count
      left.price += right.price
      left.tax += right.tax
      left.commission += right.commission
      left.savedByTenure += right.savedByTenure
      left.lapseCost += right.lapseCost
    }

    static prefix func - (sum: Sum) -> Sum {
      Sum(
        count: -sum.count, price: -sum.price, tax: -sum.tax, commission: -sum.commission,
        savedByTenure: -sum.savedByTenure, lapseCost: -sum.lapseCost)
    }
  }

  struct Place: Hashable {
    let kind: JournalEntry.Kind
    let origin: Origin
  }

  /// The sums that are not empty.
  private(set) var sums: [Place: Sum] = [:]

  mutating func add(_ sum: Sum, _ kind: JournalEntry.Kind, _ origin: Origin) {
    let place = Place(kind: kind, origin: origin)
    var total = sums[place] ?? .none
    total += sum
    sums[place] = total == .none ? nil : total
  }

  /// The sum of a kind, whatever its origin.
  subscript(kind: JournalEntry.Kind) -> Sum {
    Origin.allCases.reduce(into: Sum.none) { total, origin in
      total += sums[Place(kind: kind, origin: origin)] ?? .none
    }
  }

  /// Returns the rest of an amount after everything that was given back.
  ///
  /// - Parameter origins: the origins that count.
  func net(
    _ amount: (Sum) -> Int128, of origins: Set<Origin> = Set(Origin.allCases)
  ) -> Int128 {
    sums.reduce(0) { net, item in
      origins.contains(item.key.origin) ? net + item.key.kind.sign * amount(item.value) : net
    }
  }

  /// Returns the part of a net amount that belongs to earlier, closed periods.
  func adjustments(_ amount: (Sum) -> Int128) -> Int128 { net(amount, of: [.late, .rules]) }

  /// Returns the part of a net amount that only a change of the rules made.
  func byRules(_ amount: (Sum) -> Int128) -> Int128 { net(amount, of: [.rules]) }

  var isEmpty: Bool { sums.isEmpty }
  /// True if not only a change of the rules made the sums.
  var hasEntries: Bool { sums.keys.contains { $0.origin != .rules } }
}

extension JournalEntry.Kind {
  /// 1 for what the customer paid, -1 for what was given back.
  fileprivate var sign: Int128 { isAdded ? 1 : -1 }
}
