// One import gives an app what it needs: the architecture and the views.
@_exported import ElmwoodArchitecture
@_exported import ElmwoodCalendar
@_exported import ElmwoodLanguages
@_exported import ElmwoodObservation
@_exported import ElmwoodStorage
@_exported import ElmwoodViewTree
@_exported import enum ElmwoodFormData.MediaType
@_exported import struct ElmwoodFormData.UploadedFile
@_exported import struct ElmwoodFormData.UploadedTextError
@_exported import struct ElmwoodSessions.SessionLimits
@_exported import struct ElmwoodFormData.FormData
@_exported import struct ElmwoodFormData.FormDataError
@_exported import struct ElmwoodFormData.FormDataLimits
@_exported import struct ElmwoodHTTPServer.Compression
@_exported import enum ElmwoodHTTPServer.HTTPMethod
@_exported import struct ElmwoodHTTPServer.HTTPStatus
@_exported import struct ElmwoodHTTPServer.HeaderFields
@_exported import struct ElmwoodHTTPServer.RequestID
@_exported import struct ElmwoodHTTPServer.Response
@_exported import struct ElmwoodHTTPServer.ResponseHeaders
@_exported import struct ElmwoodHTTPServer.SetCookie
@_exported import struct ElmwoodHTTPServer.ServedTypes
