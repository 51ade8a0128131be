extension Duration {
    /// Nanoseconds, clamped to ±292 years.
    ///
    /// By one division: `components` needs several, and takes four times as long.
    var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

    /// Milliseconds, for durations within ±292 years.
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
