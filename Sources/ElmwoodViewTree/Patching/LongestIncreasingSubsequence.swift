/// Finds the longest part of a sequence of numbers that rises: what may stay where it is when the rest is moved.
///
/// Patience sorting, O(n log n). The tables are kept for the next sequence.
struct LongestIncreasingSubsequence {
    /// By the length of a rising part: where the smallest number is that ends one of that length.
    private var ends: [Int32] = []
    /// By position: where the number before it in its rising part is.
    private var predecessors: [Int32] = []

    /// Marks the positions of the longest rising part of `numbers` in `marks`, which is as long; negative numbers are
    /// no part of the sequence.
    mutating func mark(_ numbers: [Int32], in marks: inout [Bool]) {
        ends.removeAll(keepingCapacity: true)
        predecessors.removeAll(keepingCapacity: true)
        for (position, number) in numbers.enumerated() {
            guard number >= 0 else {
                predecessors.append(-1)
                continue
            }
            // Most lists mostly rise: the last end is looked at first.
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
}
