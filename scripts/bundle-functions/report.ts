/** Returns a table with the size of each bundle. */
export function report(sizes: ReadonlyMap<string, number>): string {
  const width = Math.max(...[...sizes.keys()].map(({ length }) => length))
  const lines = [...sizes].map(
    ([name, bytes]) =>
      `${name.padEnd(width)} ${Math.ceil(bytes / 1000)
        .toString()
        .padStart(6)} kB`,
  )
  return [...lines, '', `${sizes.size} bundles in supabase/bundles`].join('\n')
}
