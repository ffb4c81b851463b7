import HTTPTypes
import Hummingbird

/// An error of the simulated App Store Connect API, answered as a JSON:API document.
enum AppStoreConnectError: Error {
  /// A filter is at fault; the remedy completes the sentence that begins with its name.
  case parameter(String, String)
  case unknownParameter(String)
  /// The day or month is not over, or there is nothing to report.
  case noReport

  private struct Document: Encodable {
    let errors: [Entry]
  }

  private struct Entry: Encodable {
    let status: String
    let code: String
    let title: String
    let detail: String
    let source: Source?
  }

  private struct Source: Encodable {
    let parameter: String
  }

  private var status: HTTPResponse.Status {
    switch self {
    case .parameter, .unknownParameter: .badRequest
    case .noReport: .notFound
    }
  }

  func response() throws -> Response {
    let entry =
      switch self {
      case .parameter(let name, let remedy):
        entry(
          "PARAMETER_ERROR.INVALID", "A parameter has an invalid value",
          "`filter[\(name)]` \(remedy).", parameter: "filter[\(name)]")
      case .unknownParameter(let name):
        entry(
          "PARAMETER_ERROR.ILLEGAL", "A parameter is not known",
          "The parameter `\(name)` is not known; leave it out.", parameter: name)
      case .noReport:
        entry(
          "NOT_FOUND", "The specified resource does not exist",
          "There is no such report yet: its time is not over, or nothing happened in it.",
          parameter: nil)
      }
    return try ControlAnswer.response(Document(errors: [entry]), status: status)
  }

  private func entry(
    _ code: String, _ title: String, _ detail: String, parameter: String?
  ) -> Entry {
    Entry(
      status: String(status.code), code: code, title: title, detail: detail,
      source: parameter.map(Source.init))
  }
}
