import Testing

@testable import EventProcessing

@Suite(.timeLimit(.minutes(20))) struct ConsumerProgressTests {
  @Test func `whoever waits is woken by a move of a lane it waits for`() async {
    let progress = ConsumerProgress()
    let count = progress.count(of: [1, 2])
    async let waiting: Void = progress.move(since: count, within: .seconds(3_600))
    progress.moved(2)
    await waiting
    #expect(progress.count(of: [1, 2]) != count)
  }

  @Test func `a move between the count and the wait is not missed`() async {
    let progress = ConsumerProgress()
    let count = progress.count(of: [1])
    progress.moved(1)
    await progress.move(since: count, within: .seconds(3_600))
  }

  @Test func `other lanes wake no reader, and the wait ends by itself`() async {
    let progress = ConsumerProgress()
    let count = progress.count(of: [1])
    progress.moved(2)
    await progress.move(since: count, within: .milliseconds(10))
    await progress.move(since: count, within: .zero)
    #expect(progress.count(of: [1]) == count)
  }

  @Test func `canceling ends the wait`() async {
    let progress = ConsumerProgress()
    for _ in 1...50 {
      let waiting = Task {
        await progress.move(since: progress.count(of: [1]), within: .seconds(3_600))
      }
      await Task.yield()
      waiting.cancel()
      await waiting.value
    }
  }

  @Test func `a rest ends when somebody waits for its lane, and by itself`() async {
    let progress = ConsumerProgress()
    await progress.rest(1, within: .milliseconds(10))
    async let resting: Void = progress.rest(1, within: .seconds(3_600))
    async let other: Void = progress.rest(2, within: .milliseconds(10))
    let waiting = Task {
      await progress.move(since: progress.count(of: [1, 3]), within: .seconds(3_600))
    }
    await resting
    await other
    await progress.rest(1, within: .seconds(3_600))  // somebody waits already
    progress.moved(3)
    await waiting.value
  }

  @Test func `canceling ends a rest`() async {
    let resting = Task { await ConsumerProgress().rest(1, within: .seconds(3_600)) }
    await Task.yield()
    resting.cancel()
    await resting.value
  }

  @Test func `many wait for many lanes`() async {
    let progress = ConsumerProgress()
    await withTaskGroup(of: Void.self) { group in
      for lane in Int16(1)...100 {
        let count = progress.count(of: [lane])
        group.addTask { await progress.move(since: count, within: .seconds(3_600)) }
      }
      for lane in Int16(1)...100 { progress.moved(lane) }
    }
  }
}
