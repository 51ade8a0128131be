// One import gives an app what it needs: the architecture and the views.
@_exported import ElmwoodArchitecture
@_exported import ElmwoodObservation
@_exported import ElmwoodStorage
@_exported import ElmwoodViewTree
@_exported import struct ElmwoodFormData.UploadedFile
@_exported import struct ElmwoodSessions.SessionLimits
