"""How the memory is: what there is of it, what needs a person, and a score that can be taken apart."""
