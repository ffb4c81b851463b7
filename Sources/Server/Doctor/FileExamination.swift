import Foundation
import Intake

/// The doctor's examination of the rights on files: secrets that others may read, and files that
/// decide what is trusted and that others may write.
struct FileExamination {
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// Returns a warning for each file at fault, or one finding that there is none. Files that do not
  /// exist are reported by other findings.
  func findings() -> [Finding] {
    let roots = settings.trustRoots.map { trusted($0.path, "trust root") }
    let found = [masterKey()] + apps() + roots
    let warnings = found.compactMap(\.self)
    return warnings.isEmpty ? [.ok("files", "only their owner may read keys")] : warnings
  }

  /// Returns a warning if others may read or write the file of master keys.
  func masterKey() -> Finding? {
    KeyringFile.path(settings).flatMap { secret($0, "master key file") }
  }

  private func apps() -> [Finding?] {
    guard let file = settings.appsFile else { return [] }
    // The finding about the apps reports what is wrong with the file.
    let entries = (try? AppsFile.entries(file)) ?? []
    return [trusted(file, "apps file")]
      + entries.flatMap { entry in
        entry.secretFiles.map { secret($0.path, "\($0.field) of \(entry.app.bundleID)") }
      }
  }

  private func secret(_ path: String, _ name: String) -> Finding? {
    guard let permissions = FilePermissions(of: path),
      permissions.canBeReadByOthers || permissions.canBeWrittenByOthers
    else { return nil }
    let verb = permissions.canBeReadByOthers ? "read" : "write"
    return warning("\(name) \(path)", verb, path)
  }

  private func trusted(_ path: String, _ name: String) -> Finding? {
    guard let permissions = FilePermissions(of: path), permissions.canBeWrittenByOthers
    else { return nil }
    return warning("\(name) \(path)", "write", path)
  }

  private func warning(_ check: String, _ verb: String, _ path: String) -> Finding {
    .warn(
      check, "its group or other users may \(verb) it",
      remedy: "run `chmod 600 \(path)` as its owner, the user that runs daicho")
  }
}

/// The rights that group and others have on a file. A link is followed.
struct FilePermissions {
  private let mode: mode_t
  private let owner: uid_t

  /// Reads the rights; nil if there is no such file or it cannot be examined.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (mode, owner) = (status.st_mode, status.st_uid)
  }

  var canBeReadByOthers: Bool { mode & (S_IRGRP | S_IROTH) != 0 }

  var canBeWrittenByOthers: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }

  /// True if neither this user nor root owns the file.
  var isAnothers: Bool { owner != 0 && owner != geteuid() }
}
