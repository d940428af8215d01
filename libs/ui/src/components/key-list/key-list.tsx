/** What a shortcut does, followed by its keys; each of them does the same. */
export type KeyRow = readonly [does: string, ...keys: string[]]

interface KeyListProps {
  rows: readonly KeyRow[]
  className?: string | undefined
}

/** Lists keys and what they do. */
export function KeyList({ rows, className }: KeyListProps) {
  return (
    <dl className={className}>
      {rows.map(([does, ...keys]) => (
        <div key={does}>
          <dt>{does}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
