import { changeContext, textPieces } from '@rookies/ui/difference/text-pieces'
import { type ReactNode, useMemo } from 'react'

const GONE = { background: 'var(--color-danger-soft)', color: 'var(--color-danger)' }
const NEW = { background: 'var(--color-accent-soft)', color: 'var(--color-accent-ink)' }

/** Leaves a gap between removed words and the words that replace them. */
const AFTER_REMOVED = { ...NEW, marginInlineStart: '0.25em' }

/** Shows an old and a new value. */
export function Replaced({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <span>
      <del style={GONE}>{before}</del> <ins style={NEW}>{after}</ins>
    </span>
  )
}

/**
 * Shows the removed and added words of a text with some words around them. The parent decides how line breaks are
 * shown.
 */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => textPieces(before, after), [before, after])
  return (
    <span>
      {pieces.map(({ kind, text }, place) => {
        const key = `${place} ${kind}`
        if (kind === 'gone')
          return (
            <del key={key} style={GONE}>
              {text}
            </del>
          )
        if (kind === 'new')
          return (
            <ins key={key} style={pieces[place - 1]?.kind === 'gone' ? AFTER_REMOVED : NEW}>
              {text}
            </ins>
          )
        const { head, gap, tail } = changeContext(text, {
          afterChange: place > 0,
          beforeChange: place < pieces.length - 1,
        })
        return <span key={key}>{`${head}${gap ?? ''}${tail}`}</span>
      })}
    </span>
  )
}
