// Requests and the stream.
