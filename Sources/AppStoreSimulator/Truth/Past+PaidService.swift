extension Past {
  var paidService: [CustomerTruth.PaidService] {
    Dictionary(grouping: periods, by: \.service.group).sorted { $0.key < $1.key }
      .map { group, periods in paidService(of: periods, in: group) }
  }

  private func paidService(
    of periods: [Period], in group: String
  ) -> CustomerTruth.PaidService {
    let time = PaidTime(periods: periods, known: moment)
    let pieces = time.piecesSinceRestart(before: moment)
    let wasPaid = time.hasBeenPaid(by: moment)
    return CustomerTruth.PaidService(
      subscriptionGroupId: group, seconds: pieces.milliseconds / 1_000,
      daysOfPaidService: pieces.milliseconds / Int64(1).days, state: state(of: time),
      paidThrough: wasPaid ? time.paidThrough.map(CustomerTruth.Moment.init) : nil,
      restartsAt: wasPaid ? time.restartsAt.map(CustomerTruth.Moment.init) : nil,
      days: pieces.flatMap(Self.days), transactions: transactions(of: periods))
  }

  /// At the very moment of `restartsAt` a return still goes on counting.
  private func state(of time: PaidTime) -> CustomerTruth.PaidService.State {
    guard time.hasBeenPaid(by: moment), let restartsAt = time.restartsAt else { return .neverPaid }
    if time.isPaid(at: moment) { return .accruing }
    return moment <= restartsAt ? .paused : .lapsed
  }

  /// A piece day by day, in UTC.
  private static func days(of piece: PaidTime.Piece) -> [CustomerTruth.PaidService.Day] {
    var days: [CustomerTruth.PaidService.Day] = []
    var start = piece.range.lowerBound
    while start < piece.range.upperBound {
      let moment = CustomerTruth.Moment(start)
      let end = min(moment.nextDay.milliseconds, piece.range.upperBound)
      days.append(
        CustomerTruth.PaidService.Day(
          day: moment.day, seconds: (end - start) / 1_000, transactionId: piece.transaction))
      start = end
    }
    return days
  }

  private func transactions(
    of periods: [Period]
  ) -> [CustomerTruth.PaidService.Transaction] {
    let pieces = PaidTime(periods: periods, known: moment).pieces(before: moment)
    return periods.map(\.service)
      .filter { !$0.isFamilyShared && max($0.from, $0.chargedAt) <= moment }
      .map { service in
        let own = pieces.filter { $0.transaction == service.transaction }.milliseconds
        return CustomerTruth.PaidService.Transaction(
          transactionId: service.transaction, paidDays: own / Int64(1).days,
          paidSeconds: own / 1_000,
          secondsBefore: Self.paidTime(before: service, of: periods) / 1_000)
      }
  }

  /// In milliseconds.
  private static func paidTime(before service: Service, of periods: [Period]) -> Int64 {
    let others = periods.filter { $0.service.transaction != service.transaction }
    return PaidTime(periods: others, known: service.chargedAt)
      .piecesSinceRestart(before: service.from).milliseconds
  }
}
