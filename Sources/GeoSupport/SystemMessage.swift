/// The system's sentence for one of its error numbers, such as "No such file or directory".
///
/// - Parameter code: the number; that of the call that failed last where none is given.
package func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
