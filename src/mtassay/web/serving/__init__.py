"""The server itself: sockets, routes, who is asking, what is sent and what went wrong."""
