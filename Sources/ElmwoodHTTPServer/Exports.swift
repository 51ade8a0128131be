// Forms and their files, which requests contain.
@_exported import ElmwoodFormData
