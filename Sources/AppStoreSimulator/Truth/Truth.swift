/// The truth about all customers at any moment, derived from the chronicle and from nothing else.
///
/// Every query computes the truth from the beginning and shares no code with the ledger: where the
/// two disagree, one of them is wrong. Only happenings up to the queried moment count, unless a
/// query asks for hindsight.
package struct Truth: Sendable {
  private let happenings: [String: [Happening]]

  package init(_ chronicle: [Happening]) {
    happenings = Dictionary(grouping: chronicle, by: \.customer)
  }

  /// Returns the truth about a customer. A customer without happenings owns nothing and has paid
  /// nothing.
  /// - Parameters:
  ///   - moment: the moment in milliseconds since 1970.
  ///   - hindsight: a later moment, up to which extensions and replacements of the periods begun by
  ///     `moment` count.
  package func customer(
    _ name: String, at moment: Int64, inHindsightOf hindsight: Int64? = nil
  ) -> CustomerTruth {
    let known = happenings[name, default: []].filter { happening in
      happening.at <= moment || (happening.movesAnEnd && happening.at <= hindsight ?? moment)
    }
    let timeline = CustomerTimeline(known, at: moment)
    return CustomerTruth(
      customer: name, at: CustomerTruth.Moment(moment), owned: timeline.owned,
      subscriptions: timeline.chains.map(\.truth), paid: timeline.paid, refunded: timeline.refunded,
      consumables: timeline.consumables, grants: CoinGrants(of: timeline).inOrder,
      paidService: PaidServiceCount(of: timeline).byGroup)
  }

  /// Returns the truth about every customer with a happening by the moment, ordered by name.
  package func all(at moment: Int64) -> [CustomerTruth] {
    happenings.filter { $0.value.contains { $0.at <= moment } }.keys.sorted()
      .map { customer($0, at: moment) }
  }
}

extension Happening {
  fileprivate var movesAnEnd: Bool {
    switch event {
    case .replaced, .extended: true
    case .bought, .served, .graced, .retried, .lapsed, .refunded, .refundReversed, .unshared: false
    }
  }
}
