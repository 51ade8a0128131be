import Glibc
import Synchronization

/// Lets threads wait until a count has reached zero.
///
/// It is unchecked: the condition and its lock are C values, which must have fixed addresses and are meant to be used by several
/// threads. The count is read and written under the lock.
final class Latch: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var count: Int

    init(count: Int) {
        self.count = count
        pthread_mutex_init(lock, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    func countDown() {
        pthread_mutex_lock(lock)
        count -= 1
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(lock)
    }

    func wait() {
        pthread_mutex_lock(lock)
        while count > 0 { pthread_cond_wait(condition, lock) }
        pthread_mutex_unlock(lock)
    }
}
