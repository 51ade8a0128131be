extension Duration {
    /// Nanoseconds, clamped to ±292 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
    }

    /// Milliseconds, for durations within ±292 years.
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
