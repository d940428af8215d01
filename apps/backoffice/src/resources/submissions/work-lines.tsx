import type { DraftRemark } from '@rookies/data/assignments/review-work'
import type { Remark } from '@rookies/data/assignments/round'
import { capitalized } from '@rookies/data/wording'
import { ColouredLine, useColouredLines } from '@rookies/ui/code/coloured-line'
import { type ChangeRow, changeRows } from '@rookies/ui/difference/compare'
import { Flex } from 'antd'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Written } from '../../ui/written'
import styles from './review.module.css'
import { placeText } from './round-changes'

/** A remark of a published review. `from` names the round and the reviewer. */
export interface GivenRemark extends Remark {
  from: string
}

interface WorkLinesProps {
  label: string
  /** The name of a file of code, by which it is coloured; null for the text. */
  path: string | null
  /** The lines of an earlier round; null for no comparison. */
  before: readonly string[] | null
  after: readonly string[]
  /** The published remarks on the lines of the earlier round, and on those of the shown round. */
  givenBefore: readonly GivenRemark[]
  given: readonly GivenRemark[]
  /** The remarks of the draft. */
  drafts: readonly DraftRemark[]
  /** Renders a remark of the draft. */
  renderDraft: (remark: DraftRemark) => ReactNode
  /** Adds a remark on lines to the draft; null if the reader cannot write remarks here. */
  onRemark: ((from: number, to: number) => void) | null
}

interface Range {
  /** The line at which the selection began. `to` may be above it. */
  from: number
  to: number
}

/**
 * Shows lines with their numbers, and beside them the lines of an earlier round. The numbers are buttons that add a
 * remark. To select several lines, people drag over the numbers, or press Shift and an arrow key and then Enter.
 */
export function WorkLines(props: WorkLinesProps) {
  const { label, path, before, after, givenBefore, given, drafts, renderDraft, onRemark } = props
  const rows = useMemo(
    () => (before ? changeRows(before, after) : unchanged(after)),
    [before, after],
  )
  const coloured = {
    before: useColouredLines(
      path,
      useMemo(() => before?.join('\n') ?? '', [before]),
    ),
    after: useColouredLines(
      path,
      useMemo(() => after.join('\n'), [after]),
    ),
  }
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
    // A finger that moves scrolls the page, so touch adds a remark only by a click.
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
    // The click follows `pointerup`, which has already added the remark.
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
      className={`code-colours ${styles.lines} ${before ? styles.compared : ''}`}
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
              <Line row={row} side="before" lines={before} coloured={coloured.before} />
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
            <Line row={row} side="after" lines={after} coloured={coloured.after} />
          </div>
          {givenBefore.filter(endsAt(row.before)).map((remark) => (
            <Given key={remark.id} remark={remark} />
          ))}
          {given.filter(endsAt(row.after)).map((remark) => (
            <Given key={remark.id} remark={remark} />
          ))}
          {drafts.filter(endsAt(row.after)).map((remark) => (
            <Flex vertical gap={4} key={remark.key} className={styles.remark}>
              {renderDraft(remark)}
            </Flex>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

const unchanged = (lines: readonly string[]): ChangeRow[] =>
  lines.map((_, at) => ({ before: null, after: at + 1, kind: 'same' }))

/** Selects the remarks whose last line is `line`, because remarks are shown below their last line. */
const endsAt =
  (line: number | null) =>
  ({ line_from, line_to }: Pick<Remark, 'line_from' | 'line_to'>): boolean =>
    line !== null && (line_to ?? line_from) === line

/** Returns the line of a number that is pressed or focused; null for other elements. */
function lineAt(target: EventTarget): number | null {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
  return at ? Number(at.dataset.line) : null
}

interface LineProps {
  row: ChangeRow
  side: 'before' | 'after'
  lines: readonly string[]
  coloured: ReturnType<typeof useColouredLines>
}

/** Shows a line of one side. `del` and `ins` tell screen readers that it was removed or added. */
function Line({ row, side, lines, coloured }: LineProps) {
  const number = row[side]
  if (number === null) return <span />
  const text = <ColouredLine text={lines[number - 1] ?? ''} parts={coloured?.[number - 1]} />
  if (row.kind === 'same') return <code>{text}</code>
  const Change = side === 'before' ? 'del' : 'ins'
  return (
    <code>
      <Change>{text}</Change>
    </code>
  )
}

function Given({ remark }: { remark: GivenRemark }) {
  return (
    <Flex vertical gap={4} className={styles.remark}>
      <Flex component="p" align="center" justify="space-between" className={styles.place}>
        {[capitalized(placeText(remark) ?? ''), remark.from].filter(Boolean).join(', ')}
      </Flex>
      <Written source={remark.body} />
    </Flex>
  )
}
