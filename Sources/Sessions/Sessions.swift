enum SessionsPlaceholder {}
