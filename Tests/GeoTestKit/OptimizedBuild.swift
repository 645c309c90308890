/// Whether this build is optimized.
///
/// Only then do the costliest tests run all their rounds: `.ci/run` uses that build, and the other one is twenty times
/// as slow.
package let isOptimizedBuild: Bool = {
  var isChecked = false
  assert(
    {
      isChecked = true
      return true
    }())
  return !isChecked
}()
