enum MessageText {}
