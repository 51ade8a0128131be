// The clients that tests use for requests, and the drivers of browsers.
@_exported import ElmwoodHTTPClient
@_exported import ElmwoodWebDriver
