// What runs when the page is there.
