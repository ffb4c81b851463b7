/// The media types that bodies of requests may have.
enum MediaType {
  /// The type that `curl -d` names unless it is told another one. It says nothing.
  private static let unsaid = "application/x-www-form-urlencoded"

  /// Returns true unless the header says that the body is something else than JSON.
  static func mayBeJSON(_ header: String?) -> Bool {
    guard let header else { return true }
    let type = header.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    return type.isEmpty || type == "application/json" || type.hasSuffix("+json") || type == unsaid
  }
}
