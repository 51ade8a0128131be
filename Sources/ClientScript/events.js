// What visitors do, as events.
