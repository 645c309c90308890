// Tests of the tool that makes the default data.
