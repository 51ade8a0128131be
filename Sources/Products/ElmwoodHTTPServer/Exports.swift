// Forms and their files, which requests contain, and the types of files.
@_exported import enum ElmwoodFormData.MediaType
@_exported import struct ElmwoodFormData.FormData
@_exported import struct ElmwoodFormData.FormDataError
@_exported import struct ElmwoodFormData.FormDataLimits
@_exported import struct ElmwoodFormData.UploadedFile
