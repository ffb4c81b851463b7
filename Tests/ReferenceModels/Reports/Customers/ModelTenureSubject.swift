import Ledger

/// A customer in a group, with the tenure at the end of the time and the forecast from there.
struct ModelTenureSubject {
  let course: ModelCourse
  let moment: Int64
  /// The last period that has begun.
  let present: ModelPeriod
  let tenure: ModelTenure
  let forecast: ModelForecast
  private let mutation: CustomersMutation?

  init?(_ course: ModelCourse, _ scope: CustomersScope, _ facts: ModelReportFacts) {
    let end = Instant(milliseconds: scope.to)
    guard let present = course.periods.last(where: { $0.hasBegun(at: end) }),
      let forecast = ModelForecast(course, scope, facts, at: scope.to)
    else { return nil }
    self.course = course
    self.present = present
    self.forecast = forecast
    moment = scope.to
    mutation = scope.mutation
    tenure = TenureModel(scope.facts, settings: facts.settings)
      .tenure(of: course.customer.name, in: course.group, at: end)
  }

  /// The end of service if renewals are switched off and nothing is owed.
  var canceledEnd: Int64? { forecast.isCanceled ? forecast.serviceEnd : nil }

  /// The moment from which all time is lost, for a customer without paid service of whom no return is known.
  var lapse: Int64? {
    guard tenure.state == .paused, tenure.total > 0, let restartsAt = tenure.restartsAt,
      !course.periods.contains(where: { $0.purchaseDate > moment && $0.start <= restartsAt })
    else { return nil }
    return mutation == .lapseWithoutSummerTime ? restartsAt - 3_600_000 : restartsAt
  }
}
