@_exported import Architecture
@_exported import ViewTree
