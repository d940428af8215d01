import type { DraftRemark } from '@rookies/data/assignments/review-work'
import type { Remark } from '@rookies/data/assignments/round'
import { capitalized } from '@rookies/data/wording'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react'
import { LongText } from '../../kit/cells'
import styles from './review.module.css'
import { type ChangeRow, changeRows, placeText } from './round-changes'

/** A remark of a published review, and who gave it. */
export interface GivenRemark extends Remark {
  from: string
}

interface WorkLinesProps {
  /** The accessible name. */
  label: string
  /** The lines of an earlier round to compare with; null for none. */
  before: readonly string[] | null
  after: readonly string[]
  /** Remarks of published reviews on the lines before, and on those after. */
  givenBefore: readonly GivenRemark[]
  given: readonly GivenRemark[]
  /** Remarks that are being written. */
  drafts: readonly DraftRemark[]
  /** Draws a remark that is being written. */
  renderDraft: (remark: DraftRemark) => ReactNode
  /** Begins a remark on lines; null where none can be written. */
  onRemark: ((from: number, to: number) => void) | null
}

interface Range {
  /** Where the selection began. */
  from: number
  to: number
}

/**
 * Lines with their numbers, beside those of an earlier round. A number begins a remark: with the mouse by a press or by
 * dragging over several, with the keyboard by Enter, after Shift and an arrow for several.
 */
export function WorkLines(props: WorkLinesProps) {
  const { label, before, after, givenBefore, given, drafts, renderDraft, onRemark } = props
  const rows = useMemo(
    () => (before ? changeRows(before, after) : unchanged(after)),
    [before, after],
  )
  const [range, setRange] = useState<Range | null>(null)
  const [active, setActive] = useState(1)
  const dragging = useRef(false)
  const dragged = useRef(false)
  const isSelected = (line: number | null) =>
    range !== null &&
    line !== null &&
    line >= Math.min(range.from, range.to) &&
    line <= Math.max(range.from, range.to)

  const begin = (at: Range) => {
    setRange(null)
    onRemark?.(Math.min(at.from, at.to), Math.max(at.from, at.to))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const line = lineAt(event.target)
    dragged.current = false
    // A finger scrolls; its press is a click.
    if (line === null || event.pointerType === 'touch' || event.button !== 0) return
    dragging.current = true
    setRange({ from: event.shiftKey && range ? range.from : line, to: line })
    window.addEventListener('pointerup', () => (dragging.current = false), { once: true })
  }
  const onPointerOver = (event: PointerEvent<HTMLElement>) => {
    const line = lineAt(event.target)
    if (line === null || !dragging.current || !range) return
    setRange({ ...range, to: line })
  }
  const onPointerUp = () => {
    if (!dragging.current || !range) return
    dragging.current = false
    dragged.current = true
    begin(range)
  }
  const onClick = (line: number) => {
    // The pointer has begun the remark already.
    if (dragged.current) dragged.current = false
    else begin(range && isSelected(line) ? range : { from: line, to: line })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = lineAt(event.target)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (line === null || step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const to = Math.min(Math.max(line + step, 1), after.length)
    setRange(event.shiftKey ? { from: range?.from ?? line, to } : null)
    setActive(to)
    event.currentTarget.querySelector<HTMLElement>(`[data-line="${to}"]`)?.focus()
  }

  return (
    <fieldset
      aria-label={label}
      className={before ? `${styles.lines} ${styles.compared}` : styles.lines}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <div key={`${row.before} ${row.after}`} className={styles.row} data-kind={row.kind}>
          {before && (
            <div className={styles.old} data-empty={row.before === null || undefined}>
              <span className={styles.number}>{row.before}</span>
              <Line row={row} side="before" lines={before} />
            </div>
          )}
          <div
            className={styles.latest}
            data-empty={row.after === null || undefined}
            data-selected={isSelected(row.after) || undefined}
          >
            {row.after !== null && onRemark ? (
              <button
                type="button"
                className={styles.number}
                data-line={row.after}
                tabIndex={row.after === Math.min(active, after.length) ? 0 : -1}
                aria-label={`Remark on line ${row.after}`}
                onFocus={() => setActive(row.after ?? 1)}
                onClick={() => onClick(row.after ?? 1)}
              >
                {row.after}
              </button>
            ) : (
              <span className={styles.number}>{row.after}</span>
            )}
            <Line row={row} side="after" lines={after} />
          </div>
          {givenBefore.filter(endsAt(row.before)).map((remark) => (
            <Given key={remark.id} remark={remark} />
          ))}
          {given.filter(endsAt(row.after)).map((remark) => (
            <Given key={remark.id} remark={remark} />
          ))}
          {drafts.filter(endsAt(row.after)).map((remark) => (
            <div key={remark.key} className={styles.remark}>
              {renderDraft(remark)}
            </div>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

const unchanged = (lines: readonly string[]): ChangeRow[] =>
  lines.map((_, at) => ({ before: null, after: at + 1, kind: 'same' }))

/** Whether a remark ends at a line, below which it stands. */
const endsAt =
  (line: number | null) =>
  ({ line_from, line_to }: Pick<Remark, 'line_from' | 'line_to'>): boolean =>
    line !== null && (line_to ?? line_from) === line

/** The number of the line whose number this is; null for anything else. */
function lineAt(target: EventTarget): number | null {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
  return at ? Number(at.dataset.line) : null
}

interface LineProps {
  row: ChangeRow
  side: 'before' | 'after'
  lines: readonly string[]
}

/** A line; one that was removed or added says so without its colour, too. */
function Line({ row, side, lines }: LineProps) {
  const number = row[side]
  if (number === null) return <span />
  const text = lines[number - 1] ?? ''
  if (row.kind === 'same') return <code>{text}</code>
  const Change = side === 'before' ? 'del' : 'ins'
  return (
    <code>
      <Change>{text}</Change>
    </code>
  )
}

/** A remark of a published review. */
function Given({ remark }: { remark: GivenRemark }) {
  return (
    <div className={styles.remark}>
      <p className={styles.place}>
        {[capitalized(placeText(remark) ?? ''), remark.from].filter(Boolean).join(', ')}
      </p>
      <LongText>{remark.body}</LongText>
    </div>
  )
}
