// One import gives an app what it needs: its architecture and its views.
@_exported import Architecture
@_exported import Storage
@_exported import ViewTree
@_exported import struct FormData.UploadedFile
