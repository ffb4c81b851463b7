/// The memory that a rebuild may take, and the pages of the log that fit into it.
///
/// A rebuild holds one page of whole chains of each lane at a time, so that its memory does not grow
/// with the log. Only a chain that is larger than a page is held whole all the same.
package struct RebuildMemory: Hashable, Sendable {
  /// The least memory that a rebuild takes, in MiB.
  package static let mebibytesMin = 128
  package static let standard = RebuildMemory(mebibytes: 512)

  /// The program itself, without any page.
  private static let baseMebibytes = 64
  /// An event with the rows that follow from it, measured with lives of thirty events.
  private static let kibibytesPerEvent = 16
  /// The events of a page, beyond which a rebuild is no faster, and longer in a transaction.
  private static let pageSizeMax = 2_000

  private let mebibytes: Int

  /// - Parameter mebibytes: the memory in MiB, at least ``mebibytesMin``.
  package init(mebibytes: Int) {
    precondition(mebibytes >= Self.mebibytesMin, "a page needs memory")
    self.mebibytes = mebibytes
  }

  /// Returns the number of events in a page of one lane.
  ///
  /// - Parameter lanes: the number of lanes that are read at once.
  func pageSize(lanes: Int) -> Int {
    min(
      (mebibytes - Self.baseMebibytes) * 1_024 / Self.kibibytesPerEvent / lanes, Self.pageSizeMax)
  }
}
