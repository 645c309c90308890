/// Whether this build is optimized. The costliest tests do all of their rounds only there: `.ci/run` runs that build, and the other one is
/// twenty times as slow.
package let isOptimizedBuild: Bool = {
  var isChecked = false
  assert(
    {
      isChecked = true
      return true
    }())
  return !isChecked
}()
