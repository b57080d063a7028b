// One binary, a few commands; each is a type with a `run`.

installInitSignalHandlers()
openMissingStandardDescriptors()
ToodooCommand.run(Arguments.words())
