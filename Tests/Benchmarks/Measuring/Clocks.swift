import Foundation

/// Returns the seconds of a clock that only goes forward.
func now() -> Double { seconds(CLOCK_MONOTONIC) }

/// Returns the seconds that this process has spent on processors.
func processorTime() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the processor microseconds of one call, over as many calls as fit into so many seconds.
func processorMicroseconds(
  seconds: Double, of work: (_ call: Int) async throws -> Void
) async rethrows -> Double {
  let end = now() + seconds
  let start = processorTime()
  var calls = 0
  repeat {
    try await work(calls)
    calls += 1
  } while now() < end
  return (processorTime() - start) / Double(calls) * 1e6
}

/// Returns the processor microseconds of one call that does not suspend.
func processorMicroseconds(
  seconds: Double, of work: (_ call: Int) throws -> Void
) rethrows -> Double {
  let end = now() + seconds
  let start = processorTime()
  var calls = 0
  repeat {
    try work(calls)
    calls += 1
  } while now() < end
  return (processorTime() - start) / Double(calls) * 1e6
}
