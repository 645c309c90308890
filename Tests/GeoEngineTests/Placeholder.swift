// Placeholder of the outline.
