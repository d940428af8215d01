import { commandOf, parentOf } from './lock/processes'

const checkEveryMs = 500

/**
 * Calls `onGone` when npm, or the shell in which it runs this script, ends without passing a signal
 * on: npm passes some on to the shell, and some shells keep them. Only for scripts that npm runs;
 * a program put in the background on purpose stays there.
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
