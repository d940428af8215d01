/** The source path of the module that holds the files of the course's own folder. */
export const ROOT = '.'

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ROOT
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A folder and those it lies in, outermost first; none for the course's own. */
export function chainOf(folder: string): string[] {
  if (folder === ROOT) return []
  const parts = folder.split('/')
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

/** A path as it is remembered: one form whatever the system, so that a second import finds it. */
export function normalisePath(path: string): string {
  const parts = path.normalize('NFC').split(/[\\/]+/)
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}

/** The same order on every machine. */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
