import { formatBytes } from './file-size'

/** In: a file. Out: its kind and size as they stand beside its name: "PDF, 1.2 MB" (rules/interface#figures). */
export function fileFacts({ name, size }: { name: string; size: number }): string {
  const kind = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'File'
  return `${kind}, ${formatBytes(size)}`
}
