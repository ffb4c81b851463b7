import Hummingbird
import Intake
import Ledger
import Projections

/// The routes by which a game merges a guest's account into another one, and an operator undoes it.
struct MergeRoutes: Sendable {
  private static let bodySizeMax = 16 * 1_024

  let service: ReadService
  let intake: Intake

  func add(
    merging: some RouterMethods<APIContext>, undoing: some RouterMethods<APIContext>
  ) {
    merging.route("/v1/accounts/{account}/merge", .post, use: merge)
    undoing.route("/v1/accounts/{account}/merge/undo", .post, use: undo)
  }

  @Sendable private func merge(_ request: Request, _ context: APIContext) async throws -> Response {
    let player = try await service.writtenPlayer(
      context, try Query(request, allowing: [.app, .environment]))
    let key = try IdempotencyHeader.key(of: request)
    let body = try MergeBody(reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let from = try body.account()
    if let fault = try await PlainName.fault(
      recording: from, of: [player.bundleID], by: service.reader.names)
    {
      throw Problem.invalid("from", fault)
    }
    let outcome = try await intake.merges.merge(
      from, into: player.account, of: player.bundleID, in: player.environments, key: key)
    return try answer(outcome, .merged, from, player.account)
  }

  @Sendable private func undo(_ request: Request, _ context: APIContext) async throws -> Response {
    let player = try service.player(
      context, try Query(request, allowing: [.app, .environment]))
    let body = try MergeUndoBody(reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let from = try body.checkedAccount()
    let outcome = try await intake.merges.undoMerge(
      of: from, into: player.account, of: player.bundleID,
      in: player.environments, author: body.author, reason: body.reason)
    return try answer(outcome, .undone, from, player.account)
  }

  private func answer(
    _ outcome: MergeOutcome, _ state: MergeAnswer.State, _ from: AccountID, _ account: AccountID
  ) throws -> Response {
    switch outcome {
    case .merged(let merged, let position):
      return try JSONAnswer.response(
        MergeAnswer(state, of: from, into: account, merged, position: service.token(position)),
        headers: merged.allSatisfy(\.isRepeated) ? IdempotencyHeader.hit : [:])
    case .rejected(let rejection, let environment):
      throw AccountProblems.problem(of: rejection, in: environment)
    }
  }
}

private struct MergeBody: StrictBody {
  let from: String

  static let fields: [BodyField] = [.required("from", .string)]

  func account() throws(Problem) -> AccountID { try AccountID(from: from) }
}

private struct MergeUndoBody: StrictBody {
  let from: String
  let reason: String
  let author: String

  static let fields: [BodyField] = [
    .required("from", .string), .required("reason", .string), .required("author", .string),
  ]

  /// Returns the account that was merged. Throws a problem that names all faulty fields.
  func checkedAccount() throws(Problem) -> AccountID {
    var faults: [FieldFault] = []
    let account = try faults.reading { () throws(Problem) in try AccountID(from: from) }
    faults += PlainName.faults(recording: ["author": author, "reason": reason])
    guard let account, faults.isEmpty else { throw .invalid(faults) }
    return account
  }
}

extension AccountID {
  /// Reads the account that is merged, or was.
  fileprivate init(from text: String) throws(Problem) {
    if let fault = PlainName.fault(seeking: text) {
      throw .invalid("from", fault)
    }
    self.init(text)
  }
}
