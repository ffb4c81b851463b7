import EventStore
import Foundation

extension ErrandOutcome: Error {}

extension Errand {
  /// What was sealed with it, read; or what becomes of an errand that cannot be read.
  func opened<Content: Decodable>(
    as type: Content.Type, by keyring: Keyring
  ) -> Result<Content, ErrandOutcome> {
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
