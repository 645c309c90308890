// The system's C library. Only this file imports it; code that needs `open`, `cos` or `errno` imports this module.
// The code is for Linux with the GNU C library; a port to another system would begin here.
@_exported public import Glibc

/// The system's message for an error number, such as "No such file or directory", with advice for errors that a user
/// can fix.
///
/// - Parameter code: the number; by default that of the last failed call.
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
