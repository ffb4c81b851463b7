import Foundation

/// A clock that is wrong for one process: a library that is loaded before the system's own adds seconds to the time of
/// day. Durations stay right.
enum ShiftedClock {
  private static let source = #"""
    #define _GNU_SOURCE
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    static time_t shift(void) {
      const char *seconds = getenv("NIGHT_CLOCK_SECONDS");
      return seconds ? atol(seconds) : 0;
    }

    int clock_gettime(clockid_t clock, struct timespec *now) {
      int result = syscall(SYS_clock_gettime, clock, now);
      if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
      return result;
    }

    int gettimeofday(struct timeval *restrict now, void *restrict zone) {
      struct timespec exact;
      (void)zone;
      if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
      now->tv_sec = exact.tv_sec;
      now->tv_usec = exact.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *seconds) {
      struct timespec exact;
      if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
      if (seconds) *seconds = exact.tv_sec;
      return exact.tv_sec;
    }
    """#

  /// Compiles the library into a folder. Returns the environment of a process with a clock ahead by these seconds.
  static func environment(ahead seconds: Int, in folder: URL) async throws -> [String: String] {
    let (source, library) = (
      folder.appending(path: "clock.c"), folder.appending(path: "clock.so")
    )
    if !FileManager.default.fileExists(atPath: library.path) {
      try Data(Self.source.utf8).write(to: source)
      let compiler = try await ChildProcess.start(
        [
          "/usr/bin/env", "clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path,
        ], environment: ProcessInfo.processInfo.environment, output: .standardError)
      guard try await compiler.end(of: "clang") == 0 else {
        throw BrokenDrill("clang, which comes with Swift, does not compile \(source.path)")
      }
    }
    return ["LD_PRELOAD": library.path, "NIGHT_CLOCK_SECONDS": "\(seconds)"]
  }
}
