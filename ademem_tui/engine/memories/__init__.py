"""What people and agents do with memories: read them, change them, take them away, take that back."""
