import Testing

@testable import HTTP

struct DeadlineWatchTests {
  private let watch = DeadlineWatch()

  private func hang(within time: Duration) async throws -> Bool? {
    try await watch.run(within: time) {
      try await Task.sleep(for: .seconds(60))
      return true
    }
  }

  @Test func `a shorter deadline is kept while a longer one is watched`() async throws {
    let long = Task { try await hang(within: .seconds(60)) }
    for time in [Duration.milliseconds(30), .zero, .milliseconds(10)] {
      #expect(try await hang(within: time) == nil)
    }
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
  }

  @Test func `deadlines of many are kept at once`() async throws {
    try await withThrowingTaskGroup(of: Bool?.self) { group in
      for number in 1...100 {
        group.addTask { try await hang(within: .milliseconds(number % 7 * 5)) }
      }
      for try await answer in group { #expect(answer == nil) }
    }
  }

  @Test func `the watch begins again after a rest`() async throws {
    for _ in 1...2 {
      #expect(try await watch.run(within: .milliseconds(10)) { 1 } == 1)
      try await Task.sleep(for: .milliseconds(30))
      #expect(try await hang(within: .milliseconds(10)) == nil)
    }
  }
}
