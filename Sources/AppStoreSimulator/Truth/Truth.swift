/// What truly is and was at any moment, read from the chronicle and from nothing else.
///
/// It is computed the plain way, from the beginning for each question, and shares no code with
/// the ledger: where the two disagree, one of them is wrong. Only what happened by the moment
/// asked about is known at that moment.
package struct Truth: Sendable {
  private let happenings: [String: [Happening]]

  package init(_ chronicle: [Happening]) {
    happenings = Dictionary(grouping: chronicle, by: \.customer)
  }

  /// A customer nothing has happened to by then owns nothing and has paid nothing.
  /// - Parameter moment: milliseconds since 1970.
  package func customer(_ name: String, at moment: Int64) -> CustomerTruth {
    let past = Past(happenings[name, default: []].filter { $0.at <= moment }, at: moment)
    return CustomerTruth(
      customer: name, at: CustomerTruth.Moment(moment), owned: past.owned,
      standings: past.chains.map(\.standing), paid: past.paid, refunded: past.refunded,
      consumables: past.consumables, paidService: past.paidService)
  }

  /// Every customer something has happened to by then, ordered by name.
  package func all(at moment: Int64) -> [CustomerTruth] {
    happenings.filter { $0.value.contains { $0.at <= moment } }.keys.sorted()
      .map { customer($0, at: moment) }
  }
}
