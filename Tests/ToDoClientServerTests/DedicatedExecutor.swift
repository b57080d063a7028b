import Dispatch

/// Runs tasks on a queue of its own.
///
/// The threads that tasks share are busy with other tests, for minutes if all tests run. A test
/// with the time limit of a connection or a request must not wait for them.
final class DedicatedExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "toodoo.tests.tasks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
