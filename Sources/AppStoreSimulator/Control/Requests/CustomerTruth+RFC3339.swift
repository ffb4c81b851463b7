import Foundation

extension CustomerTruth.Moment {
  /// Reads a time in UTC and truncates a fraction to milliseconds. Fails for any other text and for
  /// a day that does not exist.
  init?(rfc3339 text: String) {
    guard
      let match = text.wholeMatch(
        of: /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?Z/),
      // A text that is no date is no time.
      let date = try? Date("\(match.1)Z", strategy: .iso8601),
      let thousandths = Int64((String(match.2 ?? "") + "000").prefix(3))
    else { return nil }
    self.init(Int64(date.timeIntervalSince1970.rounded()) * 1_000 + thousandths)
    guard self.text.hasPrefix(match.1) else { return nil }
  }
}
