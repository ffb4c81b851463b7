import AppleReports
import Foundation
import Ledger
import Testing

struct PacificTimeTests {
  /// Offsets in hours one millisecond before and at each change of the clock.
  @Test(
    arguments: [
      ("2026-03-08T09:59:59.999Z", -8), ("2026-03-08T10:00:00.000Z", -7),
      ("2026-11-01T08:59:59.999Z", -7), ("2026-11-01T09:00:00.000Z", -8),
      ("2007-03-11T09:59:59.999Z", -8), ("2007-03-11T10:00:00.000Z", -7),
      ("2007-11-04T08:59:59.999Z", -7), ("2007-11-04T09:00:00.000Z", -8),
      ("2006-04-02T09:59:59.999Z", -8), ("2006-04-02T10:00:00.000Z", -7),
      ("2006-10-29T08:59:59.999Z", -7), ("2006-10-29T09:00:00.000Z", -8),
      ("1987-04-05T09:59:59.999Z", -8), ("1987-04-05T10:00:00.000Z", -7),
      ("1987-10-25T08:59:59.999Z", -7), ("1987-10-25T09:00:00.000Z", -8),
    ])
  func `clocks change at two o'clock`(moment: String, hours: Int64) throws {
    let moment = try #require(Instant(moment))
    #expect(PacificTime.offset(at: moment) == hours * 3_600_000)
  }

  @Test(
    arguments: [
      ("2026-01-01T07:59:59.999Z", "2025-12-31"), ("2026-01-01T08:00:00.000Z", "2026-01-01"),
      ("2026-07-01T06:59:59.999Z", "2026-06-30"), ("2026-07-01T07:00:00.000Z", "2026-07-01"),
      ("2026-03-08T07:59:59.999Z", "2026-03-07"), ("2026-03-08T08:00:00.000Z", "2026-03-08"),
      ("2026-03-09T06:59:59.999Z", "2026-03-08"), ("2026-03-09T07:00:00.000Z", "2026-03-09"),
      ("2026-11-01T06:59:59.999Z", "2026-10-31"), ("2026-11-01T07:00:00.000Z", "2026-11-01"),
      ("2026-11-02T07:59:59.999Z", "2026-11-01"), ("2026-11-02T08:00:00.000Z", "2026-11-02"),
      ("2024-02-29T12:00:00.000Z", "2024-02-29"),
    ])
  func `a day begins at midnight in Los Angeles`(moment: String, day: String) throws {
    #expect(PacificTime.day(of: try #require(Instant(moment))).description == day)
  }

  @Test(arguments: [
    (Int64(2026), Int64(3), Int64(8), Int64(23)), (2026, 11, 1, 25), (2026, 6, 1, 24),
    (2026, 1, 1, 24), (2006, 4, 2, 23), (2006, 10, 29, 25),
  ])
  func `days have 23, 24 or 25 hours`(year: Int64, month: Int64, day: Int64, hours: Int64) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    let moments = PacificTime.moments(of: date)
    #expect(moments.upperBound - moments.lowerBound == .seconds(hours * 3_600))
    #expect(PacificTime.day(of: moments.lowerBound) == date)
    let last = Instant(milliseconds: moments.upperBound.milliseconds - 1)
    #expect(PacificTime.day(of: last) == date)
    #expect(PacificTime.day(of: Instant(milliseconds: moments.lowerBound.milliseconds - 1)) < date)
  }

  @Test func `moments of no calendar year stay in UTC`() {
    for moment in [Instant.distantPast, Instant(milliseconds: .max)] {
      #expect(PacificTime.offset(at: moment) == 0)
      #expect(PacificTime.day(of: moment) == CivilDate(of: moment))
    }
  }

  @Test func `a hundred thousand moments agree with the database of time zones`() throws {
    let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
    let begin: Int64 = 1_199_145_600_000  // 2008-01-01
    let end: Int64 = 2_240_611_200_000  // 2041-01-01
    var state: UInt64 = 20_260_331
    var differing: [Int64] = []
    for _ in 0..<100_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let milliseconds = begin + Int64(state >> 17) % (end - begin)
      let date = Date(timeIntervalSince1970: Double(milliseconds / 1_000))
      let expected = Int64(zone.secondsFromGMT(for: date)) * 1_000
      let moment = Instant(milliseconds: milliseconds / 1_000 * 1_000)
      let day = CivilDate(daysSince1970: (moment.milliseconds + expected) / 86_400_000)
      if PacificTime.offset(at: moment) != expected || PacificTime.day(of: moment) != day
        || !PacificTime.moments(of: day).contains(moment)
      {
        differing.append(milliseconds)
      }
    }
    #expect(differing == [])
  }
}
