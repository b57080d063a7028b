// One binary, a few commands; each is a type with a `run`.

takeFirstPlace()
holdStandardDescriptors()
ToodooCommand.run(Arguments.words())
