import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import styles from './page-stage.module.css'

/** What a page says with `alert`, or asks with `confirm` or `prompt`. */
export interface ShownDialog {
  /** Differs from one dialog to the next. */
  id: number
  kind: 'alert' | 'confirm' | 'prompt'
  text: string
  /** What the field of `prompt` has at first. */
  initial?: string
}

/** True or false for `confirm`, a text or null for `prompt`, and true for `alert`. */
export type PageAnswer = boolean | string | null

export const dialogTitle = ({ kind }: ShownDialog) =>
  kind === 'alert' ? 'The page says' : 'The page asks'

interface PageDialogProps {
  dialog: ShownDialog
  /** The element in which the page is. */
  host: RefObject<HTMLElement | null>
  onAnswer: (answer: PageAnswer) => void
}

/** A dialog of a learner's page, drawn over the page. The rest of the screen stays usable, so that it traps nobody. */
export function PageDialog({ dialog, host, onAnswer }: PageDialogProps) {
  const { kind, text, initial = '' } = dialog
  const id = useId()
  const [typed, setTyped] = useState(initial)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { activeElement } = document
    // Somebody who types in an editor, whose page is shown again after each pause, keeps the focus. A heading got it
    // when the button that shows the page went away.
    const isFree =
      activeElement === document.body ||
      activeElement?.matches('[tabindex="-1"]') ||
      host.current?.contains(activeElement)
    const first = box.current?.querySelector<HTMLElement>('input, [data-primary]')
    if (isFree) first?.focus({ preventScroll: true })
  }, [host])

  const answer = (value: PageAnswer) => {
    // The page gets the focus back, and its next frame takes it over.
    host.current?.querySelector<HTMLElement>('iframe:not([inert])')?.focus({ preventScroll: true })
    onAnswer(value)
  }
  const accepted = kind === 'prompt' ? typed : true
  const cancelled = kind === 'alert' ? true : kind === 'confirm' ? false : null
  return (
    <div className={styles.cover}>
      <div
        ref={box}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={styles.dialog}
        onKeyDown={(event) => {
          const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement
          if (event.key !== 'Escape' && !isEnter) return
          // Neither a form nor a dialog of the product around it hears the key.
          event.preventDefault()
          event.stopPropagation()
          answer(isEnter ? accepted : cancelled)
        }}
      >
        <p id={`${id}-title`} className={styles.title}>
          {dialogTitle(dialog)}
        </p>
        <p id={`${id}-text`} dir="auto" className={styles.text}>
          {text}
        </p>
        {kind === 'prompt' && (
          <input
            aria-labelledby={`${id}-text`}
            autoComplete="off"
            className={styles.field}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <div className={styles.buttons}>
          {kind !== 'alert' && (
            <button type="button" onClick={() => answer(cancelled)}>
              Cancel
            </button>
          )}
          <button type="button" data-primary onClick={() => answer(accepted)}>
            OK
          </button>
        </div>
      </div>
    </div>
  )
}
