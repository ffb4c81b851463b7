import Foundation

/// The machine under the numbers, printed before any of them.
enum Machine {
  static let cores = ProcessInfo.processInfo.activeProcessorCount

  static func facts(_ cluster: Cluster) async throws -> String {
    """
    \(Date.now.formatted(.iso8601)): \(cores) cores, \(processorName)
    load average \(loadAverage), \(memory) GB of memory
    PostgreSQL \(try await cluster.text("show server_version")), \
    fsync \(try await cluster.text("show fsync")), \
    synchronous_commit \(try await cluster.text("show synchronous_commit")), \
    shared_buffers \(try await cluster.text("show shared_buffers"))
    \(try syncsPerSecond(in: cluster.home).text()) fdatasync of 8 kB a second
    """
  }

  static var loadAverage: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "unknown"
    return text.split(separator: " ").prefix(3).joined(separator: " ")
  }

  private static var memory: String {
    (Double(ProcessInfo.processInfo.physicalMemory) / 1e9).text()
  }

  private static var processorName: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "of an unknown make"
  }

  /// Returns the durable writes a second, measured over half a second: one commit waits for one of
  /// them.
  private static func syncsPerSecond(in folder: URL) throws -> Double {
    let path = folder.appending(path: "sync-probe").path
    let file = open(path, O_CREAT | O_RDWR | O_TRUNC, 0o600)
    guard file >= 0 else { throw BenchmarkFailure("\(path) cannot be written.") }
    defer {
      close(file)
      unlink(path)
    }
    let page = [UInt8](repeating: 7, count: 8_192)
    let start = now()
    var count = 0
    while now() - start < 0.5 {
      guard pwrite(file, page, page.count, 0) == page.count, fdatasync(file) == 0 else {
        throw BenchmarkFailure("\(path) cannot be synchronized.")
      }
      count += 1
    }
    return Double(count) / (now() - start)
  }
}
