import Foundation

/// The folders that a program of PostgreSQL reaches through descriptors.
///
/// Root opens the folders before the program changes its user. So the server's user needs no access
/// to the folders above them, such as `/root`, and the data can stay in the home folder.
struct OpenFolders: Sendable {
  /// The path of the data folder for the program and its children.
  static let dataPath = "/proc/self/fd/9"
  /// The path of the socket folder for the program and its children.
  static let socketPath = "/proc/self/fd/8"
  private static let script = #"exec 9<"$0" 8<"$1"; shift; exec "$@""#

  let data: URL
  let socket: URL

  /// Returns the command with both folders open in its process.
  func opened(for command: [String]) -> [String] {
    ["/bin/sh", "-c", Self.script, data.path, socket.path] + command
  }
}
