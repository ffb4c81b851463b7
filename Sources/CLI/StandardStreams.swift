import Foundation

/// The three streams a process is born with.
enum StandardStreams {
  /// Makes writing to a stream that is closed, here or at its other end, an error like any other.
  ///
  /// A number left free would be given to the next file or socket, which then received what is meant
  /// for a person; so it is taken by what can only be read, and is empty.
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

  /// Says something to a person, if one can be reached: there is nobody else to tell of a failure.
  static func tell(_ bytes: Data, by stream: FileHandle = .standardError) {
    try? stream.write(contentsOf: bytes)
  }
}
