/// A class of advisory locks, the first of the two numbers of such a lock.
///
/// All locks of a database are in this list, so no two kinds of locks ever wait for each other by
/// accident. The numbers are permanent: programs of different versions share a database.
package enum AdvisoryLock: Int32, CaseIterable, Sendable {
  /// Held while one migration is applied. The second number is 0.
  case migrator = 1_701_209_709
  /// Held exclusively by a batch that appends to a lane, and shared by a cut. The second number is the
  /// lane.
  case lane = 1_701_209_710
  /// Held while interned strings or JWS headers are numbered. The second number is 0.
  case internedStrings = 1_701_209_711
  /// Held while partitions are created, by the function `extend_partitions()` of the schema. The
  /// second number is 0.
  case partitions = 1_701_209_712
  /// Held by the builder of a generation of projections, to the end of its session or work. The second
  /// number is 0.
  case projectionBuild = 1_701_209_713
}
