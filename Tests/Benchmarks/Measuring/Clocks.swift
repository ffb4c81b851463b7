import Foundation

/// Returns the seconds of a clock that only goes forward.
func now() -> Double { seconds(CLOCK_MONOTONIC) }

/// Returns the seconds that this process has spent on processors.
func processorTime() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

/// Returns the seconds that all children of this process that have ended spent on processors.
func endedChildrenTime() -> Double {
  var usage = rusage()
  getrusage(RUSAGE_CHILDREN.rawValue, &usage)
  return [usage.ru_utime, usage.ru_stime].reduce(0) {
    $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
  }
}

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
