"""Pictures of the product, made from the demo project."""
