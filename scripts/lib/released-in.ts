import { spawnSync } from 'node:child_process'

/**
 * Returns the released branch or version that contains this file, so that other people may already use the file; null
 * if no release contains the file.
 * @param path path from the project's root
 */
export function releasedIn(root: string, path: string): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const tags = git('tag', '--list').stdout.split('\n').filter(Boolean)
  return (
    ['origin/main', 'main', ...tags].find(
      (place) => git('cat-file', '-e', `${place}:${path}`).status === 0,
    ) ?? null
  )
}
