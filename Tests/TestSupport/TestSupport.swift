/// Helpers that tests of several rooms share.
