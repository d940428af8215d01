import { changeContext, textPieces } from '@rookies/ui/difference/text-pieces'
import { type ReactNode, useMemo } from 'react'

const GONE = { background: 'var(--color-danger-soft)', color: 'var(--color-danger)' }
const NEW = { background: 'var(--color-accent-soft)', color: 'var(--color-accent-ink)' }

/** A gap between removed words and those that replace them. */
const AFTER_GONE = { ...NEW, marginInlineStart: '0.25em' }

/** The old value and the new value. */
export function Replaced({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <span>
      <del style={GONE}>{before}</del> <ins style={NEW}>{after}</ins>
    </span>
  )
}

/** The removed and added words of a text with some context. The parent decides how line breaks show. */
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
            <ins key={key} style={pieces[place - 1]?.kind === 'gone' ? AFTER_GONE : NEW}>
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
