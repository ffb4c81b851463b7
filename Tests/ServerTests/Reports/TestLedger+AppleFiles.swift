import Foundation
import Intake
import Ledger
import Projections
import TestSupport

@testable import Server

extension TestLedger {
  var appleFiles: AppleFileImport { appleFiles(knowing: [:]) }

  /// - Parameter appleIDs: Apple's numbers of the configured apps.
  private func appleFiles(knowing appleIDs: [BundleID: Int64]) -> AppleFileImport {
    AppleFileImport(
      to: AppleFileStore(pool), SettlementReader(pool: pool, log: log, appleIDs: appleIDs),
      recordedBy: intake.settlements, BookDecisions(log), by: "ada", now: { TestLedger.now })
  }

  /// Keeps a report file of Apple's. Returns false if the same content is kept already.
  @discardableResult
  func keep(_ body: [UInt8], named name: String) async throws -> Bool {
    let isNew = try await appleFiles.keep(try AppleFile(body, named: name))
    try await project()
    return isNew
  }

  /// Imports files, and projects what is recorded by them. Returns what the import says.
  ///
  /// - Parameter appleIDs: Apple's numbers of the configured apps.
  @discardableResult
  func importAppleFiles(
    _ files: [String: String], for app: BundleID? = Self.bundleID,
    knowing appleIDs: [BundleID: Int64] = [:]
  ) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "apple-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // it is in the temporary folder
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let told = try await appleFiles(knowing: appleIDs).run(
      folder: folder.path, recordingFor: app)
    try await project()
    return told
  }
}
