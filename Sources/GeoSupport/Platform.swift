// The system's C library: the one place that imports it. Whoever needs `open`, `cos` or `errno` imports this module.
// The code is for Linux with the GNU C library; another system would begin here.
@_exported public import Glibc

/// The system's sentence for one of its error numbers, such as "No such file or directory"; for what a person can mend, with what to do.
///
/// - Parameter code: the number; that of the call that failed last where none is given.
package func systemMessage(_ code: Int32 = errno) -> String {
  let sentence = String(cString: strerror(code))
  let advice: String? =
    switch code {
    case ENOSPC, EDQUOT: "free some space"
    case EMFILE: "raise `ulimit -n`"
    case EIO: "look into the system's log what is wrong with the disk"
    default: nil
    }
  return advice.map { "\(sentence): \($0)" } ?? sentence
}
