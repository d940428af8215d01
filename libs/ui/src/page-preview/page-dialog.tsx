import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import styles from './page-stage.module.css'

/** A dialog of a page: the text of `alert`, or the question of `confirm` or `prompt`. */
export interface ShownDialog {
  /** The number of the dialog, different from those of all other dialogs. */
  id: number
  kind: 'alert' | 'confirm' | 'prompt'
  text: string
  /** The default text of the field of `prompt`. */
  initial?: string
}

/** True or false for `confirm`, a text or null for `prompt`, and true for `alert`. */
export type PageAnswer = boolean | string | null

export const dialogTitle = ({ kind }: ShownDialog) =>
  kind === 'alert' ? 'The page says' : 'The page asks'

interface PageDialogProps {
  dialog: ShownDialog
  /** The element that contains the page. */
  host: RefObject<HTMLElement | null>
  onAnswer: (answer: PageAnswer) => void
}

/** A dialog of a learner's page, drawn over the page. It is not modal: the rest of the screen can still be used. */
export function PageDialog({ dialog, host, onAnswer }: PageDialogProps) {
  const { kind, text, initial = '' } = dialog
  const id = useId()
  const [typed, setTyped] = useState(initial)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { activeElement } = document
    // The dialog does not take the focus from a person who types in the editor, after which the page is shown again.
    // The focus may be on a heading, because the button that showed the page was removed; then the dialog takes it.
    const isFree =
      activeElement === document.body ||
      activeElement?.matches('[tabindex="-1"]') ||
      host.current?.contains(activeElement)
    const first = box.current?.querySelector<HTMLElement>('input, [data-primary]')
    if (isFree) first?.focus({ preventScroll: true })
  }, [host])

  const answer = (value: PageAnswer) => {
    // The page gets the focus back, and passes it on to the frame that replaces the present one.
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
          // The key press does not reach the form or the dialog of the product around the page.
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
