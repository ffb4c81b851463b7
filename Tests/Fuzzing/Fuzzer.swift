import Foundation

/// The target that the environment names. `scripts/fuzz` sets the variable.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["DAICHO_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    preconditionFailure("DAICHO_FUZZ_TARGET names a fuzz target")
  }
  return target
}()

/// Loads what stays in memory. The search for leaks does not see Swift's tagged pointers and would
/// report the roots.
@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  ignoreLeaks()
  _ = (target, FuzzTarget.roots)
  reportLeaks()
  return 0
}

/// Runs the target once. LibFuzzer calls this function by its C name and reports a trap.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(BrokenPromise) {
    try target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  } catch {
    preconditionFailure("broken promise: \(error.promise)")
  }
}

@_silgen_name("__lsan_disable") private func ignoreLeaks()
@_silgen_name("__lsan_enable") private func reportLeaks()
