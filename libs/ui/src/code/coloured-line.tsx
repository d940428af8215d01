import { useEffect, useState } from 'react'
import type { ColouredPart } from '../markdown/colour-lines'

type Lines = readonly (readonly ColouredPart[])[]

/**
 * Returns the highlighted lines of code, for an element with the class `code-colours`. Returns null until the
 * highlighter has loaded, and for an unknown language. `name` is the name of the file or of the language; null for a
 * text.
 */
export function useColouredLines(name: string | null, code: string): Lines | null {
  const [coloured, setColoured] = useState<{ of: string; lines: Lines } | null>(null)
  const of = `${name}\n${code}`
  useEffect(() => {
    if (name === null || code.trim() === '') return
    let gone = false
    // If the highlighter does not load, the code stays plain.
    import('../markdown/colour-lines')
      .then(({ colourLines }) => colourLines(name, code))
      .then((lines) => {
        if (!gone && lines) setColoured({ of: `${name}\n${code}`, lines })
      })
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [name, code])
  return coloured?.of === of ? coloured.lines : null
}

/** Shows a line of code, highlighted once the highlighter has loaded. */
export function ColouredLine({
  text,
  parts,
}: {
  text: string
  parts: readonly ColouredPart[] | undefined
}) {
  if (!parts) return text
  return placed(parts).map(({ at, text: part, kind }) =>
    kind === '' ? (
      part
    ) : (
      <span key={at} className={kind}>
        {part}
      </span>
    ),
  )
}

const placed = (parts: readonly ColouredPart[]) => parts.map((part, at) => ({ ...part, at }))
