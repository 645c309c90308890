// The system's C library: the one place that imports it. Whoever needs `open`, `cos` or `errno` imports this module.
// The code is for Linux with the GNU C library; another system would begin here.
@_exported public import Glibc

/// The system's sentence for one of its error numbers, such as "No such file or directory".
///
/// - Parameter code: the number; that of the call that failed last where none is given.
package func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
