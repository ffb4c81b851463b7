import EventStore
import Foundation

extension JobResult: Error {}

extension Job {
  /// Decodes the sealed content of the job, or returns the result for a job that cannot be read.
  func opened<Content: Decodable>(
    as type: Content.Type, by keyring: Keyring
  ) -> Result<Content, JobResult> {
    do {
      guard let bytes = try content(by: keyring) else {
        return .failure(.unreadable)
      }
      return .success(try JSONDecoder().decode(type, from: Data(bytes)))
    } catch EvidenceError.unknownMasterKey {
      return .failure(.configuration(reason: "unknown_master_key"))
    } catch {
      return .failure(.unreadable)
    }
  }
}
