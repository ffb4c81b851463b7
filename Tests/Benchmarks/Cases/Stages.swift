import AppStore
import EventStore

/// The stages of ingestion that can be measured alone, in this process, on one core.
///
/// A new stage of the ledger gets a line in `all`.
struct Stages {
  struct Stage {
    let name: String
    let microseconds: (_ seconds: Double) async throws -> Double
  }

  private let verification: Verification
  private let notifications: [SignedNotification]

  init(root: RootCertificate, notifications: [SignedNotification]) {
    verification = Verification(root: root, notifications: notifications)
    self.notifications = notifications
  }

  var all: [Stage] {
    [
      Stage(name: "verify (3 signatures)") { seconds in
        let whole = try await verification.notification(cached: true, seconds: seconds / 2)
        return whole - (try payloads(seconds: seconds / 2))
      },
      Stage(name: "JSON (body and 3 payloads)") { seconds in
        try bodies(seconds: seconds / 2) + payloads(seconds: seconds / 2)
      },
      Stage(name: "evidence packing", microseconds: packing),
    ]
  }

  /// Measures reading the three payloads, without the base64 around them.
  private func payloads(seconds: Double) throws -> Double {
    let documents = try notifications.prefix(100).map { notification in
      try [
        notification.signedPayload, notification.signedTransaction, notification.signedRenewal,
      ].map { try SignedPayload($0).payload()[...] }
    }
    return try processorMicroseconds(seconds: seconds) { call in
      let document = documents[call % documents.count]
      _ = try NotificationPayload(JSONDocument(document[0]).object())
      _ = try TransactionPayload(JSONDocument(document[1]).object())
      _ = try RenewalPayload(JSONDocument(document[2]).object())
    }
  }

  /// Measures splitting, compressing, and the check that every byte comes back, without sealing.
  private func packing(seconds: Double) -> Double {
    let received = notifications.prefix(100).map { Array($0.signedPayload.utf8) }
    var headers = HeaderTable()
    for (place, header) in EvidenceSplitter(received[0]).headers.enumerated() {
      headers.insert(header, number: Int32(place + 1))
    }
    let packing = EvidencePacking()
    return processorMicroseconds(seconds: seconds) { call in
      _ = packing.pack(EvidenceSplitter(received[call % received.count]), headers: headers)
    }
  }

  private func bodies(seconds: Double) throws -> Double {
    let bodies = notifications.prefix(100).map(\.body)
    return try processorMicroseconds(seconds: seconds) { call in
      _ = try JSONDocument(bodies[call % bodies.count][...]).object().text("signedPayload")
    }
  }
}
