import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { VisuallyHidden } from '../components/visually-hidden/visually-hidden'
import { dialogTitle, type PageAnswer, PageDialog, type ShownDialog } from './page-dialog'
import styles from './page-stage.module.css'
import { useRoom } from './use-room'

interface PageStageProps {
  /** The element in which the frames of the page are mounted. */
  host: RefObject<HTMLDivElement | null>
  /** The state of the page; `SHOWN` when there is a page to see. */
  state: string
  /** The dialog that the page shows, and a function that receives the answer. */
  dialog: ShownDialog | null
  onAnswer: (answer: PageAnswer) => void
  /** The content that is shown instead of a page. */
  children: ReactNode
}

/** Widths that a button sets: of a phone, a tablet, and a laptop. */
const WIDTHS = [360, 768, 1280]
const LEAST = 240
const MAX_WIDTH = 1920
const STEP = 10

/**
 * A learner's page in a width that the person chooses or drags, with its dialogs. If the page is wider than the
 * available space, it is scaled down.
 */
export function PageStage({ host, state, dialog, onAnswer, children }: PageStageProps) {
  const { place, room } = useRoom()
  /** In pixels; null for a page as wide as the available space. */
  const [chosen, setChosen] = useState<number | null>(null)
  const isDragged = useRef(false)
  const isShown = state === 'SHOWN'
  const width = chosen ?? room
  const scale = room > 0 && width > room ? room / width : 1
  const percent = Math.round(scale * 100)
  const label = scale < 1 ? `${width} px, shown at ${percent}%` : `${width} px`
  const choose = (next: number) => setChosen(Math.round(Math.min(MAX_WIDTH, Math.max(LEAST, next))))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextWidth(event, width)
    if (next === null) return
    event.preventDefault()
    choose(next)
  }
  const drag = (x: number) => {
    const from = place.current?.getBoundingClientRect().left ?? 0
    choose(Math.min(x - from, room))
  }

  return (
    <div className={styles.stage}>
      {isShown && (
        <div className={styles.bar}>
          <fieldset className={styles.widths}>
            <VisuallyHidden>
              <legend>Width of the page</legend>
            </VisuallyHidden>
            <button type="button" aria-pressed={chosen === null} onClick={() => setChosen(null)}>
              Fit
            </button>
            {WIDTHS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={chosen === one}
                onClick={() => setChosen(one)}
              >
                {one}
              </button>
            ))}
          </fieldset>
          <span className={styles.figure}>{room > 0 && label}</span>
        </div>
      )}
      <div ref={place} className={styles.room} data-state={state}>
        <div
          ref={host}
          className={styles.frame}
          data-state={state}
          aria-busy={state === 'LOADING'}
          style={chosen === null ? undefined : sizes(width, scale)}
        />
        {isShown && (
          <button
            type="button"
            role="slider"
            aria-label="Width of the page"
            aria-valuemin={LEAST}
            aria-valuemax={MAX_WIDTH}
            aria-valuenow={width}
            aria-valuetext={label}
            className={styles.handle}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              isDragged.current = true
            }}
            onPointerMove={(event) => {
              if (isDragged.current) drag(event.clientX - event.currentTarget.clientWidth / 2)
            }}
            onLostPointerCapture={() => {
              isDragged.current = false
            }}
          />
        )}
        {isShown && dialog && (
          <PageDialog key={dialog.id} dialog={dialog} host={host} onAnswer={onAnswer} />
        )}
      </div>
      <VisuallyHidden>
        <p role="status">{isShown && dialog ? `${dialogTitle(dialog)}: ${dialog.text}` : ''}</p>
      </VisuallyHidden>
      {!isShown && children}
    </div>
  )
}

const sizes = (width: number, scale: number): CSSProperties => ({
  ...{ '--page-width': `${width}px`, '--page-scale': scale },
  inlineSize: `${Math.round(width * scale)}px`,
})

/** Returns the width after a key press; null for keys that do not change the width. */
function nextWidth({ key, shiftKey }: KeyboardEvent, width: number): number | null {
  const step = shiftKey ? STEP * 10 : STEP
  if (key === 'ArrowLeft' || key === 'ArrowDown') return width - step
  if (key === 'ArrowRight' || key === 'ArrowUp') return width + step
  if (key === 'Home') return LEAST
  if (key === 'End') return MAX_WIDTH
  return null
}
