/// Whether this build is optimized. The costliest tests do all of their rounds only there: CI runs both builds, and the other one is twenty
/// times as slow.
package let isOptimizedBuild: Bool = {
  var isChecked = false
  assert(
    {
      isChecked = true
      return true
    }())
  return !isChecked
}()
