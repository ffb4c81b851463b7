import Ledger
import Testing

/// 3,000 milliunits over thirty days, a hundred a day.
struct RevenueCourseTests {
  private func course(_ steps: [(Double, Int64)] = []) -> RevenueCourse {
    RevenueCourse(
      price: 3_000, over: ServiceSpan(start: day(0), end: day(30)),
      steps: steps.map { RevenueCourse.Step(moment: day($0), returned: $1) })
  }

  /// Returns billed, recognized, refunded and deferred amounts on a day.
  private func figures(_ course: RevenueCourse, on number: Double) -> [Int64] {
    let position = course.position(at: day(number))
    return [position.billed, position.recognized, position.refunded, position.deferred]
  }

  @Test(
    arguments: [
      (-1, [0, 0, 0, 0]), (0, [3_000, 0, 0, 3_000]), (10, [3_000, 1_000, 0, 2_000]),
      (30, [3_000, 3_000, 0, 0]), (99, [3_000, 3_000, 0, 0]),
    ] as [(Double, [Int64])])
  func `a price is earned evenly`(number: Double, expected: [Int64]) {
    #expect(figures(course(), on: number) == expected)
  }

  @Test func `the days of a price that does not divide add up to it`() {
    let course = RevenueCourse(
      price: 1_000, over: ServiceSpan(start: day(0), end: day(7)), steps: [])
    let days = (1...7).map { number in
      course.position(at: day(Double(number))).recognized
        - course.position(at: day(Double(number - 1))).recognized
    }
    // 142.857, 285.714, 428.571, 571.429, 714.286, 857.143, 1000, each rounded.
    #expect(days == [143, 143, 143, 142, 143, 143, 143])
    #expect(days.reduce(0, +) == 1_000)
  }

  @Test func `a full refund takes back what was not earned, and the rest reduces revenue`() {
    let course = course([(10, 3_000)])
    #expect(figures(course, on: 9) == [3_000, 900, 0, 2_100])
    #expect(figures(course, on: 10) == [3_000, 1_000, 2_000, 0])
    #expect(figures(course, on: 40) == [3_000, 1_000, 2_000, 0])
  }

  @Test func `after a small part of the price nothing more is owed`() {
    #expect(figures(course([(10, 500)]), on: 10) == [3_000, 2_500, 500, 0])
  }

  @Test func `a refund of the past takes nothing from what is deferred`() {
    #expect(figures(course([(45, 3_000)]), on: 50) == [3_000, 3_000, 0, 0])
  }

  @Test func `a refund that was taken back leaves the course as it was`() {
    let course = course([(10, 3_000), (20, 0)])
    #expect(figures(course, on: 15) == [3_000, 1_000, 2_000, 0])
    #expect(figures(course, on: 20) == [3_000, 2_000, 0, 1_000])
  }

  @Test func `a second part after the first reduces revenue`() {
    #expect(figures(course([(10, 2_000), (20, 3_000)]), on: 25) == [3_000, 1_000, 2_000, 0])
  }
}
