import Foundation

/// The names and addresses of this machine that no other machine can reach.
enum LoopbackHost {
  /// Returns true for `localhost`, 127.0.0.0/8 and ::1, the latter with or without brackets.
  static func contains(_ host: String) -> Bool {
    let host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 {
      return UInt32(bigEndian: four.s_addr) >> 24 == 127
    }
    if inet_pton(AF_INET6, host, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
    return host == "localhost"
  }
}
