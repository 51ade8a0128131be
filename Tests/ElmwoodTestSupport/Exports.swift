// The clients that tests use for requests and browsers.
@_exported import ElmwoodHTTPClient
@_exported import ElmwoodWebDriver
