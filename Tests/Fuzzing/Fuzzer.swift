import Foundation

/// The target that the environment names. `scripts/fuzz` sets the variable.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["DAICHO_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    preconditionFailure("DAICHO_FUZZ_TARGET names a fuzz target")
  }
  return target
}()

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
