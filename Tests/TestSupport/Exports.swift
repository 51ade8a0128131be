// What tests send requests and drive browsers with.
@_exported import HTTPClient
@_exported import WebDriver
