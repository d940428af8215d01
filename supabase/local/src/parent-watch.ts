import { commandOf, parentOf } from './lock/processes'

const checkEveryMs = 500

/**
 * Calls `onGone` if npm, or the shell in which it runs this script, ends without passing a signal on: npm
 * passes some signals to the shell, and some shells do not pass them further. It watches only scripts that
 * npm runs, so that a program in the background keeps running.
 */
export function watchParent(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const shellsParent = parentOf(parent)
  const npm = shellsParent && commandOf(shellsParent)?.startsWith('npm') ? shellsParent : undefined
  const timer = setInterval(() => {
    const bothThere = process.ppid === parent && (!npm || parentOf(parent) === npm)
    if (bothThere) return
    clearInterval(timer)
    onGone()
  }, checkEveryMs)
  timer.unref()
}
