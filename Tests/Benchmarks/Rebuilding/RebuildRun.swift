import Foundation

/// One run of `daicho projections rebuild --all --no-switch`, from its start to its outcome.
struct RebuildRun {
  private struct Line: Decodable {
    let phase: String?
  }

  /// The seconds from the first phase to the outcome.
  let seconds: Double
  /// The seconds of each phase.
  let phases: [String: Double]
  let memoryPeak: Double
  let processorTime: Double

  /// - Parameter switches: true to put the projections in place.
  init(_ daicho: String, environment: [String: String], switches: Bool = false) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: daicho)
    process.arguments =
      ["projections", "rebuild", "--all", "--json"] + (switches ? [] : ["--no-switch"])
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    let before = endedChildrenTime()
    let started = try StartedProcess(process)
    var (phases, memory): ([String: Double], Double) = ([:], 0)
    var (phase, since): (String?, Double) = (nil, now())
    let start = since
    for line in Lines(output.fileHandleForReading) {
      memory = max(memory, ProcessStatistics.memoryPeak(of: process.processIdentifier) ?? 0)
      let next = try JSONDecoder().decode(Line.self, from: Data(line.utf8)).phase
      guard next != phase else { continue }
      let moment = now()
      if let phase { phases[phase, default: 0] += moment - since }
      (phase, since) = (next, moment)
    }
    started.wait()
    guard process.terminationStatus == 0 else { throw BenchmarkFailure("The rebuild failed.") }
    seconds = phases.values.reduce(0, +)
    self.phases = phases
    memoryPeak = memory
    processorTime = endedChildrenTime() - before
    guard since > start else { throw BenchmarkFailure("The rebuild printed no phase.") }
  }
}

/// The lines that a program prints, as they come.
private struct Lines: Sequence, IteratorProtocol {
  private let handle: FileHandle
  private var bytes = Data()

  init(_ handle: FileHandle) {
    self.handle = handle
  }

  mutating func next() -> String? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes = Data(bytes[bytes.index(after: end)...])
        return line
      }
      let more = handle.availableData
      if more.isEmpty { return nil }
      bytes += more
    }
  }
}
