/// What truly is and was at any moment, read from the chronicle and from nothing else.
///
/// It is computed the plain way, from the beginning for each question, and shares no code with
/// the ledger: where the two disagree, one of them is wrong. Only what happened by the moment
/// asked about is known at that moment, unless it is told in hindsight.
package struct Truth: Sendable {
  private let happenings: [String: [Happening]]

  package init(_ chronicle: [Happening]) {
    happenings = Dictionary(grouping: chronicle, by: \.customer)
  }

  /// A customer nothing has happened to by then owns nothing and has paid nothing.
  /// - Parameters:
  ///   - moment: milliseconds since 1970.
  ///   - hindsight: a later moment; the periods begun by `moment` end as they were extended or replaced
  ///     by then.
  package func customer(
    _ name: String, at moment: Int64, inHindsightOf hindsight: Int64? = nil
  ) -> CustomerTruth {
    let known = happenings[name, default: []].filter { happening in
      happening.at <= moment || (happening.movesAnEnd && happening.at <= hindsight ?? moment)
    }
    let past = Past(known, at: moment)
    return CustomerTruth(
      customer: name, at: CustomerTruth.Moment(moment), owned: past.owned,
      standings: past.chains.map(\.standing), paid: past.paid, refunded: past.refunded,
      consumables: past.consumables, grants: past.grants, paidService: past.paidService)
  }

  /// Every customer something has happened to by then, ordered by name.
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
