import type { ReactNode } from 'react'
import { makeFocusable } from '../../code/reach'
import styles from './text-with-code.module.css'

/** A part of a text: text, code within a line, or a block of code. */
interface TextPart {
  kind: 'text' | 'code' | 'block'
  text: string
  /** The index of the part's first character in the text. */
  at: number
}

interface TextWithCodeProps {
  parts: readonly TextPart[]
  /** Renders a text with its addresses as links. */
  linked: (text: string) => ReactNode
}

/**
 * Shows a text in which only code is marked, without other Markdown (rules/communities#code). Blocks of code scroll.
 */
export function TextWithCode({ parts, linked }: TextWithCodeProps) {
  return (
    <div className={styles.text}>
      {paragraphs(parts).map((paragraph) => {
        const [first] = paragraph
        return first?.kind === 'block' ? (
          <pre key={first.at} ref={makeFocusable}>
            <code>{first.text}</code>
          </pre>
        ) : (
          <p key={first?.at} dir="auto">
            {paragraph.map((part) => (
              <Piece key={part.at} part={part} linked={linked} />
            ))}
          </p>
        )
      })}
    </div>
  )
}

function Piece({ part, linked }: { part: TextPart } & Pick<TextWithCodeProps, 'linked'>) {
  return part.kind === 'code' ? <code>{part.text}</code> : linked(part.text)
}

/**
 * Groups the parts into paragraphs: each block of code is one, and so are all parts between two blocks. Empty lines at
 * the beginning and the end of a paragraph are removed.
 */
function paragraphs(parts: readonly TextPart[]): TextPart[][] {
  const found: TextPart[][] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (part.kind === 'block' || last === undefined || last[0]?.kind === 'block') found.push([part])
    else last.push(part)
  }
  return found.map(trimmed).filter((paragraph) => paragraph.length > 0)
}

function trimmed(paragraph: TextPart[]): TextPart[] {
  return paragraph
    .map((part, at) => {
      if (part.kind !== 'text') return part
      const begun = at === 0 ? part.text.replace(/^\s*\n/, '') : part.text
      return { ...part, text: at === paragraph.length - 1 ? begun.trimEnd() : begun }
    })
    .filter(({ kind, text }) => kind !== 'text' || text !== '')
}
