"""What must not go wrong, over and over: short in the tests, long in `make soak`."""
