import ElmwoodArchitecture
import ElmwoodStorage

/// The effects, delayed messages and operations of the store that a session has begun.
struct TaskPart: SessionPart {
    /// Those that are pending, and whose messages are still accepted.
    var pending: [EffectTask] = []
    /// Effects that have not begun, since too many cancelled tasks have not returned.
    var postponed: [EffectTask] = []
    /// The number of tasks that have not returned, including cancelled ones that ignore it.
    var running = 0
    /// The sequence of store operations; nil if there never were any.
    var storageLine: StorageLine?

    var isIdle: Bool { pending.isEmpty && running == 0 }

    /// A delayed message that is due later is restored in time.
    func isEvictable(at now: Int64, isStored: Bool) -> Bool {
        running == 0 && (isStored || pending.isEmpty)
            && pending.allSatisfy {
                if case .due(let date)? = $0.endurance { date - now >= Lease.absence } else { false }
            }
    }

    mutating func apply(_ plan: CommandPlan, _ cause: Cause) {
        if let request = cause.request {
            for task in plan.begun where task.canProduceMessage { task.request = request }
        }
        if let tasks = plan.changedTasks { pending = tasks }
    }

    func write(into row: inout SessionRow) { row.activity.tasks = pending.compactMap(\.stored) }

    /// Continues with the pending work that is stored. What this process has of it continues, unless another node performs it.
    mutating func adopt(_ row: StoredActivity, _ moment: AdoptionMoment, _ over: inout SessionParts.Over) {
        let isOwn = row.performer == moment.node
        var former = pending.filter { $0.endurance != nil }
        let running = pending.filter { $0.endurance == nil }
        var tasks: [EffectTask] = []
        for entry in row.tasks {
            let index = former.firstIndex { $0.id == entry.id && $0.endurance?.name == entry.name }
            // Another node performs an effect that was begun here, and does not need it any more.
            if let index, isOwn || !former[index].isDurable || !former[index].isStarted {
                tasks.append(former.remove(at: index))
            } else {
                tasks.append(EffectTask(entry, at: moment.date, grace: moment.grace, moment.bits))
            }
        }
        pending = tasks + running
        over.tasks += former
    }

    mutating func end(isForGood: Bool, _ over: inout SessionParts.Over) {
        over.saving = isForGood ? pending.filter { $0.changesStorage && !$0.isStarted } : []
        over.tasks = pending.filter { task in !over.saving.contains { $0 === task } }
        (pending, postponed) = ([], [])
    }

    /// Removes a task. Returns whether it was present.
    mutating func remove(_ task: EffectTask) -> Bool {
        guard let place = pending.firstIndex(where: { $0 === task }) else { return false }
        pending.remove(at: place)
        return true
    }
}

extension AnyStoredTask {
    /// What tells it from others of its id: see ``EffectTask/Endurance/name``.
    fileprivate var name: String {
        switch work {
        case .message(_, let due): "\(due)"
        case .effect(_, let attempt): attempt
        }
    }
}
