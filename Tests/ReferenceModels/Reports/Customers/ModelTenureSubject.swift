import Ledger

/// A customer in a group, with the tenure at the end of the time and the forecast from there.
struct ModelTenureSubject {
  let course: ModelCourse
  let moment: Int64
  /// The last period that has begun.
  let present: ModelPeriod
  let tenure: ModelTenure
  /// Nil while no service is left after refunds.
  let forecast: ModelForecast?
  private let settings: ModelSettings
  private let mutation: CustomersMutation?

  init?(_ course: ModelCourse, _ scope: CustomersScope, _ facts: ModelReportFacts) {
    let end = Instant(milliseconds: scope.to)
    guard let present = course.periods.last(where: { $0.hasBegun(at: end) }) else { return nil }
    self.course = course
    self.present = present
    forecast = ModelForecast(course, scope, facts, at: scope.to)
    moment = scope.to
    settings = facts.settings
    mutation = scope.mutation
    tenure = TenureModel(scope.facts, settings: facts.settings)
      .tenure(of: course.customer.name, in: course.group, at: end)
  }

  /// True if the saving is known.
  var isPriced: Bool { forecast?.plan.isKnown == true }

  /// The currency of the saving, or else of the last paid period.
  var currency: String? {
    guard !isPriced else { return forecast?.plan.currency }
    let now = Instant(milliseconds: moment)
    return course.periods.last { $0.hasBegun(at: now) && $0.bought.isCharged }?.bought.purchase
      .currency
  }

  /// The last moment of a return that keeps all time, if nothing more is bought; nil if there is none to lose.
  var lapse: Int64? {
    let isKept = tenure.state == .accruing || tenure.state == .paused && tenure.total > 0
    guard isKept, let restartsAt = tenure.restartsAt else { return nil }
    let now = Instant(milliseconds: moment)
    let ahead = course.chargedAhead(at: now).compactMap { $0.service(at: now)?.alive.end }
    let last = max(restartsAt, (ahead.max() ?? .min) + (ahead.isEmpty ? 0 : settings.gapMax))
    return mutation == .lapseWithoutSummerTime ? last - 3_600_000 : last
  }
}
