/// Tells views at which addresses the site serves its files. An object, which each render retains instead of copying it.
package protocol AssetAddresses: AnyObject, Sendable {
    /// Returns the address of a file by its path in the public folder.
    func address(of path: String) -> String

    /// Whether a path, with a digest or without, is that of a file.
    func hasFile(at path: String) -> Bool
}

/// Returns the address of a file for the render on this thread; nil if there is none, or it knows no files.
package func assetAddress(of path: String) -> String? {
    Arena.current?.pointee.assets?.address(of: path)
}
