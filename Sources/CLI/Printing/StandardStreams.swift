import Foundation

/// The three standard streams of a process.
enum StandardStreams {
  /// Turns a write to a closed stream into an ordinary error, wherever it was closed.
  ///
  /// A free descriptor number would be given to the next file or socket, which would then receive
  /// messages for a person. So each free number is occupied by `/dev/null`, open for reading only.
  static func secure() {
    signal(SIGPIPE, SIG_IGN)
    while true {
      let number = open("/dev/null", O_RDONLY)
      guard number > STDERR_FILENO else {
        if number < 0 { return }
        continue
      }
      close(number)
      return
    }
  }

  /// Writes a message for a person. Ignores a failed write, since there is no other way to report
  /// it.
  static func tell(_ bytes: Data, by stream: FileHandle = .standardError) {
    try? stream.write(contentsOf: bytes)
  }
}
