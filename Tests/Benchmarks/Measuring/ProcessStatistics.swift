import Foundation

/// The kernel's figures of a process, from `/proc`.
struct ProcessStatistics {
  private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))

  let parent: Int32
  /// The seconds on processors, in user and kernel mode.
  let processorTime: Double
  /// The seconds on processors of children that have ended.
  let endedChildrenTime: Double

  /// Returns nil if there is no such process.
  init?(_ process: Int32) {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ").map { Double($0) ?? 0 }
    guard fields.count > 14 else { return nil }
    parent = Int32(fields[1])
    processorTime = (fields[11] + fields[12]) / Self.ticksPerSecond
    endedChildrenTime = (fields[13] + fields[14]) / Self.ticksPerSecond
  }

  /// Returns the seconds on processors of a process and all its children, including ended ones.
  static func processorTimeOfFamily(_ parent: Int32) -> Double {
    guard let own = ProcessStatistics(parent) else { return 0 }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap { ProcessStatistics($0) }
      .filter { $0.parent == parent }
      .reduce(own.processorTime + own.endedChildrenTime) { $0 + $1.processorTime }
  }

  /// Returns the peak memory of a process in bytes, or nil if there is no such process.
  static func memoryPeak(of process: Int32) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.first
      .map { $0 * 1_024 }
  }
}
