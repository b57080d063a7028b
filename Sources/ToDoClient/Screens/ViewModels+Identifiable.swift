#if canImport(Observation)
// The object is the identity, so another form is another sheet.

@available(iOS 17, macOS 14, *)
extension AppCoordinator: Identifiable {}

@available(iOS 17, macOS 14, *)
extension ToDoItemsListViewModel: Identifiable {}

@available(iOS 17, macOS 14, *)
extension ToDoItemDetailsViewModel: Identifiable {}

@available(iOS 17, macOS 14, *)
extension ToDoItemInputViewModel: Identifiable {}

@available(iOS 17, macOS 14, *)
extension SignUpViewModel: Identifiable {}
#endif
