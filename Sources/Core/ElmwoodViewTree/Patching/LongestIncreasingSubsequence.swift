/// Finds the longest increasing subsequence: the children that may stay in place when the others are moved.
///
/// Patience sorting, O(n log n). The tables are reused for the next sequence.
struct LongestIncreasingSubsequence {
    /// By length: the position of the smallest number that ends an increasing subsequence of that length.
    private var ends: [Int32] = []
    /// By position: the position of the previous number in its increasing subsequence.
    private var predecessors: [Int32] = []

    /// Sets `marks`, which is as long as `numbers`, at the positions of the longest increasing subsequence. Negative numbers are
    /// skipped.
    mutating func mark(_ numbers: [Int32], in marks: inout [Bool]) {
        ends.removeAll(keepingCapacity: true)
        predecessors.removeAll(keepingCapacity: true)
        for (position, number) in numbers.enumerated() {
            guard number >= 0 else {
                predecessors.append(-1)
                continue
            }
            // Most lists are mostly increasing, so the last end is compared first.
            var low = ends.count
            if let last = ends.last, numbers[Int(last)] >= number {
                low = 0
                var high = ends.count - 1
                while low < high {
                    let middle = (low + high) / 2
                    if numbers[Int(ends[middle])] < number { low = middle + 1 } else { high = middle }
                }
            }
            predecessors.append(low > 0 ? ends[low - 1] : -1)
            if low < ends.count { ends[low] = Int32(position) } else { ends.append(Int32(position)) }
        }
        var position = ends.last ?? -1
        while position >= 0 {
            marks[Int(position)] = true
            position = predecessors[Int(position)]
        }
    }

    /// Sets `marks` as ``mark(_:in:)`` does, at the positions of the increasing subsequence with the greatest weight. It takes
    /// quadratic time.
    mutating func mark(_ numbers: [Int32], weights: [Int], in marks: inout [Bool]) {
        /// By position: the weight of the heaviest increasing subsequence that ends there.
        var heaviest: [Int] = []
        predecessors.removeAll(keepingCapacity: true)
        /// Returns where the heaviest increasing subsequence of smaller numbers ends, and of several the one with the smallest.
        func heaviestEnd(below number: Int32) -> Int? {
            heaviest.indices.filter { numbers[$0] >= 0 && numbers[$0] < number }.max {
                (heaviest[$0], numbers[$1]) < (heaviest[$1], numbers[$0])
            }
        }
        for (number, weight) in zip(numbers, weights) {
            let end = heaviestEnd(below: number)
            predecessors.append(Int32(truncatingIfNeeded: end ?? -1))
            heaviest.append(weight + (end.map { heaviest[$0] } ?? 0))
        }
        var position = Int32(truncatingIfNeeded: heaviestEnd(below: .max) ?? -1)
        while position >= 0 {
            marks[Int(position)] = true
            position = predecessors[Int(position)]
        }
    }
}
