import Foundation
import Testing

/// The files of this checkout, for the rules of the repository.
enum Repository {
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct File {
    /// The path from the root, with slashes: `Sources/Ledger/Facts/ReceivedNotification.swift`.
    let path: String
    let lines: [Substring]

    init(_ path: String) throws {
      self.path = path
      lines = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the lines that match a pattern, with path and number.
    ///
    /// - Parameter texts: plain texts; every match has one of them. Searching for a pattern costs a hundred
    ///   times as much as searching for a text.
    func lines(matching pattern: Regex<some Any>, having texts: [String]) -> [String] {
      lines.enumerated().filter { line in
        texts.contains(where: line.element.has) && line.element.contains(pattern)
      }
      .map { "\(path):\($0.offset + 1): \($0.element)" }
    }

    /// The words of letters, digits and low lines.
    var words: Set<Substring> {
      Set(lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    }
  }

  /// Returns every file below the folders with one of these endings, in the order of their paths.
  static func files(in folders: [String], endingIn suffixes: [String]) throws -> [File] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .filter { name in suffixes.contains { name.hasSuffix($0) } }
        .map { "\(folder)/\($0)" }
    }
    .sorted().map(File.init)
  }

  static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    .map(\.lastPathComponent).sorted()
  }

  /// Runs a command in the root, and returns its exit code and everything it printed.
  static func run(_ command: String...) throws -> (code: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = root
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}

extension StringProtocol {
  /// Returns true if the bytes of a text are somewhere in this one.
  func has(_ text: String) -> Bool {
    let sought = Array(text.utf8)
    return utf8.withContiguousStorageIfAvailable { own in
      guard var place = UnsafeRawPointer(own.baseAddress) else { return false }
      let end = place + own.count
      while end - place >= sought.count,
        let start = memchr(place, Int32(sought[0]), end - place - sought.count + 1)
      {
        if memcmp(start, sought, sought.count) == 0 { return true }
        place = UnsafeRawPointer(start) + 1
      }
      return false
    } ?? contains(text)
  }
}
