import Ledger
import Reconciliation
import Testing

struct CoverageTests {
  /// Returns a day of one month. Windows are written as pairs of days.
  private static func day(_ day: Int) -> Instant {
    Instant(milliseconds: Int64(day) * 86_400_000)
  }

  private static func window(_ from: Int, _ to: Int) throws -> Window {
    try #require(Window(from: day(from), to: day(to)))
  }

  private static func coverage(_ pairs: [[Int]]) throws -> Coverage {
    Coverage(try pairs.map { try window($0[0], $0[1]) })
  }

  @Test(arguments: [
    ([], [[0, 10]], 0.0),
    ([[0, 10]], [], 1.0),
    ([[-5, 20]], [], 1.0),
    ([[2, 4]], [[0, 2], [4, 10]], 0.2),
    ([[6, 8], [2, 4]], [[0, 2], [4, 6], [8, 10]], 0.4),
    ([[0, 4], [4, 10]], [], 1.0),
    ([[0, 6], [3, 5], [5, 7]], [[7, 10]], 0.7),
    ([[-9, -1], [11, 12]], [[0, 10]], 0.0),
  ])
  func `names what is missing, in order`(
    read: [[Int]], gaps: [[Int]], share: Double
  ) throws {
    let coverage = try Self.coverage(read)
    let whole = try Self.window(0, 10)
    #expect(coverage.gaps(in: whole) == (try gaps.map { try Self.window($0[0], $0[1]) }))
    #expect(abs(coverage.share(of: whole) - share) < 1e-9)
  }

  @Test func `a window has a beginning before its end`() {
    #expect(Window(from: Self.day(1), to: Self.day(1)) == nil)
    #expect(Window(from: Self.day(2), to: Self.day(1)) == nil)
  }
}

struct SweepPlanTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)
  private static let reach = NotificationReach(in: .production)

  private func window(from: Duration, to: Duration = .zero) throws -> Window {
    try #require(Window(from: Self.now + (.zero - from), to: Self.now + (.zero - to)))
  }

  /// Returns the coverage of windows that were read, at each age.
  private func coverage(
    _ read: [(window: Window, startedAt: Instant)]
  ) -> [Duration: Coverage] {
    Dictionary(
      uniqueKeysWithValues: SweepPlan.ages.map { age in
        let settled = read.compactMap { reading in
          Window(
            from: reading.window.from,
            to: min(reading.window.to, reading.startedAt + (.zero - age)))
        }
        return (age, Coverage(settled))
      })
  }

  @Test func `is all that Apple has, at first, in pieces, the latest first`() throws {
    let plan = SweepPlan(after: [:], within: Self.reach, at: Self.now)
    #expect(plan.windows.count == 18)
    #expect(plan.windows.allSatisfy { $0.length <= SweepPlan.windowMax })
    #expect(plan.windows == plan.windows.sorted().reversed())
    #expect(Coverage(plan.windows).windows == [try window(from: Self.reach.length)])
  }

  @Test(arguments: [(StoreEnvironment.production, 180), (.sandbox, 30)])
  func `goes back as far as Apple keeps notifications in the environment, less an hour`(
    environment: StoreEnvironment, days: Int
  ) throws {
    let reach = NotificationReach(in: environment)
    #expect(reach.days == days)
    #expect(reach.length == .seconds(days * 86_400 - 3_600))
    let plan = SweepPlan(after: [:], within: reach, at: Self.now)
    #expect(Coverage(plan.windows).windows == [try window(from: reach.length)])
    let all = SweepPlan(lastDays: 180, within: reach, at: Self.now)
    #expect(Coverage(all.windows).windows == [try window(from: reach.length)])
  }

  @Test func `is nothing right after all was read`() throws {
    let all = try window(from: Self.reach.length)
    #expect(
      SweepPlan(after: coverage([(all, Self.now)]), within: Self.reach, at: Self.now).windows == [])
  }

  @Test func `is what has passed since, and what has come of age since`() throws {
    let quarter = Duration.seconds(900)
    let before = Self.now + (.zero - quarter)
    let all = try #require(Window(from: Self.now + (.zero - Self.reach.length), to: before))
    let plan = SweepPlan(after: coverage([(all, before)]), within: Self.reach, at: Self.now)
    let due = try SweepPlan.ages.map { age in try window(from: quarter + age, to: age) }
    #expect(plan.windows == due)
  }

  @Test func `does not go back beyond what Apple keeps`() throws {
    let plan = SweepPlan(lastDays: 400, within: Self.reach, at: Self.now)
    #expect(Coverage(plan.windows).windows == [try window(from: Self.reach.length)])
  }

  @Test(arguments: [(1, 1), (10, 1), (11, 2), (180, 18)])
  func `of some days is as many pieces as it takes`(days: Int, pieces: Int) throws {
    let plan = SweepPlan(lastDays: days, within: Self.reach, at: Self.now)
    #expect(plan.windows.count == pieces)
    let wanted = Duration.seconds(days * 86_400)
    #expect(Coverage(plan.windows).windows == [try window(from: min(wanted, Self.reach.length))])
  }
}
