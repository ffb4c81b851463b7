/// The details of a revocation: of each, the newest assertion that tells it.
struct RevocationDetails: Hashable, Sendable, Codable {
  private var reason: Register<Int32>?
  private var type: Register<String>?
  private var percentage: Register<Int32>?

  init(_ told: Register<Revocation>) {
    reason = told.value.reason.map { Register($0, told.assertion, by: told.event) }
    type = told.value.type.map { Register($0, told.assertion, by: told.event) }
    percentage = told.value.percentage.map { Register($0, told.assertion, by: told.event) }
  }

  mutating func merge(_ other: RevocationDetails) {
    reason.keepNewest(other.reason)
    type.keepNewest(other.type)
    percentage.keepNewest(other.percentage)
  }

  /// Returns the revocation with these details.
  func completing(_ revocation: Revocation) -> Revocation {
    Revocation(
      date: revocation.date, reason: reason?.value ?? revocation.reason,
      type: type?.value ?? revocation.type,
      percentage: percentage?.value ?? revocation.percentage)
  }
}
