// Each command is a type with a `run`; `ToodooCommand` selects it.

installInitSignalHandlers()
openMissingStandardDescriptors()
ToodooCommand.run(Arguments.words())
