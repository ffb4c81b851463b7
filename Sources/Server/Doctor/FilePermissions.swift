import Foundation

/// The rights that group and others have on a file. A link is followed.
struct FilePermissions {
  private let mode: mode_t

  /// Reads the rights; nil if there is no such file or it cannot be examined.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    mode = status.st_mode
  }

  var canBeReadByOthers: Bool { mode & (S_IRGRP | S_IROTH) != 0 }

  var canBeWrittenByOthers: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }
}
