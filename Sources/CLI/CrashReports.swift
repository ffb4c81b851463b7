import Foundation

/// The reports that the Swift runtime writes when the program crashes. By default they hold the registers and the
/// memory that these point at, which may be keys and receipts, and take seconds in which the port stays taken.
enum CrashReports {
  /// The runtime's settings: the calls of the crashed thread by name, and nothing that the program had in memory.
  static let settings =
    "color=no,threads=crashed,registers=none,images=none,limit=32,symbolicate=fast,cache=no"
  private static let variable = "SWIFT_BACKTRACE"

  /// Forbids core dumps, which hold all memory, and makes the runtime's reports harmless. The runtime reads its
  /// settings before the program begins, so that the program begins once more with them, in the same process. A value
  /// that the operator has set stays.
  static func secure() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    guard getenv(variable) == nil else { return }
    setenv(variable, settings, 1)
    let link = "/proc/self/exe"
    // Without the path, the link itself is tried.
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    for file in [path, link] {
      // The call returns only if it fails, as for a file that an upgrade has replaced.
      if let file { execv(file, CommandLine.unsafeArgv) }
    }
  }
}
