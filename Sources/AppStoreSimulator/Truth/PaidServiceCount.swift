/// The count of a customer's paid service, by subscription group.
struct PaidServiceCount {
  private let periods: [Period]
  private let moment: Int64

  init(of timeline: CustomerTimeline) {
    periods = timeline.periods
    moment = timeline.moment
  }

  /// The paid service of each group, ordered by group.
  var byGroup: [CustomerTruth.PaidService] {
    let own = periods.filter { period in
      let service = period.service
      return !service.isFamilyShared && max(service.from, service.chargedAt) <= moment
    }
    return Dictionary(grouping: own, by: \.service.group).sorted { $0.key < $1.key }
      .map { group, periods in paidService(of: periods, in: group) }
  }

  private func paidService(
    of periods: [Period], in group: String
  ) -> CustomerTruth.PaidService {
    let time = PaidTime(periods: periods, known: moment)
    let pieces = time.piecesSinceRestart(before: moment)
    return CustomerTruth.PaidService(
      subscriptionGroupId: group, seconds: pieces.milliseconds / 1_000,
      daysOfPaidService: pieces.milliseconds / Int64(1).days, state: state(of: time),
      paidThrough: time.paidThrough.map(CustomerTruth.Moment.init),
      restartsAt: time.restartsAt.map(CustomerTruth.Moment.init),
      days: pieces.flatMap(Self.days), transactions: transactions(of: periods))
  }

  /// Returns the state of the count. A return at exactly `restartsAt` still continues the count.
  private func state(of time: PaidTime) -> CustomerTruth.PaidService.State {
    guard time.hasBeenPaid, let restartsAt = time.restartsAt else { return .neverPaid }
    if time.isPaid(at: moment) { return .accruing }
    return moment <= restartsAt ? .paused : .lapsed
  }

  /// Splits a piece into calendar days in UTC.
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
    return periods.map { period in
      let id = period.service.transaction
      let own = pieces.filter { $0.transaction == id }.milliseconds
      let before = Self.paidTime(before: period.service, of: periods)
      return CustomerTruth.PaidService.Transaction(
        transactionId: id, paidDays: own / Int64(1).days, paidSeconds: own / 1_000,
        secondsBefore: before / 1_000,
        rate: period.isCharged ? CustomerTruth.PaidService.Rate(after: before) : nil)
    }
  }

  /// Returns the paid time before a period in milliseconds, without the period itself.
  private static func paidTime(before service: Service, of periods: [Period]) -> Int64 {
    let others = periods.filter { $0.service.transaction != service.transaction }
    return PaidTime(periods: others, among: periods, known: service.chargedAt)
      .piecesSinceRestart(before: service.from).milliseconds
  }
}
