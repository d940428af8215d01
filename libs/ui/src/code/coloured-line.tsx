import { useEffect, useState } from 'react'
import type { ColouredPart } from '../markdown/colour-lines'

type Lines = readonly (readonly ColouredPart[])[]

/**
 * Returns the coloured lines of code; null until the highlighter has loaded, and for a language that it does not know.
 * `name` is the name of the file or of the language; null for a text. They are shown in an element with the class
 * `code-colours`.
 */
export function useColouredLines(name: string | null, code: string): Lines | null {
  const [coloured, setColoured] = useState<{ of: string; lines: Lines } | null>(null)
  const of = `${name}\n${code}`
  useEffect(() => {
    if (name === null || code.trim() === '') return
    let gone = false
    // Without a connection, the code stays plain.
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

/** Shows a line of code, in its colours once they are known. */
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
