// What tests send requests and drive browsers with.
@_exported import ElmwoodHTTPClient
@_exported import ElmwoodWebDriver
