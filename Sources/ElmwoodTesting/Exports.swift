@_exported import Elmwood
