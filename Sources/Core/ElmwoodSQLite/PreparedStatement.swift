import CElmwoodSQLite

/// A prepared statement, and its present row while it runs.
package final class PreparedStatement {
    package let handle: OpaquePointer

    /// Takes a statement over.
    package init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    package func bind(_ bytes: UnsafeRawBufferPointer, at place: CInt) -> CInt {
        elmwood_bind_blob(handle, place, bytes.baseAddress, bytes.count)
    }

    package func bind(_ text: String, at place: CInt) -> CInt {
        var text = text
        return text.withUTF8 { bytes in
            // An empty text may have no address, and would be bound as NULL.
            guard !bytes.isEmpty else { return elmwood_bind_text(handle, place, "", 0) }
            return bytes.withMemoryRebound(to: CChar.self) {
                elmwood_bind_text(handle, place, $0.baseAddress, $0.count)
            }
        }
    }

    package func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns the integer, or nil if the column is null.
    package func integerOrNull(_ column: CInt) -> Int64? { isNull(column) ? nil : integer(column) }

    /// Returns the text, or nil if the column is null.
    package func textOrNull(_ column: CInt) -> String? {
        isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
    }

    private func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Returns the bytes of a column; none if it is null.
    package func bytes(_ column: CInt) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Ends the run. What it has read and bound is released, so that no reader keeps the log from being emptied.
    package func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}
