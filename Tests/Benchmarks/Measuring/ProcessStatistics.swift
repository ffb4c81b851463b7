import Foundation

/// What the kernel counts of a process, in `/proc`.
struct ProcessStatistics {
  private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))

  let parent: Int32
  /// Seconds on processors, in user and kernel mode.
  let processorTime: Double
  /// The same of its children that have ended.
  let endedChildrenTime: Double

  /// Nil if there is no such process.
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

  /// Seconds on processors of a process and of all its children, those that have ended too.
  static func processorTimeOfFamily(_ parent: Int32) -> Double {
    guard let own = ProcessStatistics(parent) else { return 0 }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap { ProcessStatistics($0) }
      .filter { $0.parent == parent }
      .reduce(own.processorTime + own.endedChildrenTime) { $0 + $1.processorTime }
  }

  /// The most memory a process ever held, in bytes; nil if there is no such process.
  static func memoryPeak(of process: Int32) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.first
      .map { $0 * 1_024 }
  }
}
