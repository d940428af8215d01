import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button'
import { CloseButton } from './close-button'
import { currentToasts, dismissToast, type Toast, watchToasts } from './toast-store'
import styles from './toaster.module.css'

const ICONS = { success: CircleCheck, info: Info, error: CircleAlert }
const SHOWN_FOR_MS = { success: 6_000, info: 6_000, error: 12_000 }
/** Milliseconds for which a toast with a button is shown: enough to read it and reach the button by keyboard. */
const TO_ACT_MS = 12_000

/** Shows the toasts in two live regions: errors are announced assertively, all others politely. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  const cards = (errors: boolean) =>
    toasts
      .filter(({ tone }) => (tone === 'error') === errors)
      .map((toast) => <Card key={toast.id} {...toast} />)
  return (
    <section className={styles.toaster} aria-label="Messages">
      <div role="alert" className={styles.region}>
        {cards(true)}
      </div>
      <div role="status" className={styles.region}>
        {cards(false)}
      </div>
    </section>
  )
}

function Card({ id, tone, title, message, action, stays = false }: Toast) {
  const [isPaused, setIsPaused] = useState(false)

  useEffect(() => {
    if (isPaused || stays) return
    // A modal dialog hides the toasts. If a dialog is open when the time is over, the toast stays for the same time
    // again.
    const end = () => {
      if (document.querySelector('dialog[open]') === null) dismissToast(id)
    }
    const timer = setInterval(end, action ? TO_ACT_MS : SHOWN_FOR_MS[tone])
    return () => clearInterval(timer)
  }, [isPaused, stays, id, tone, action])

  const Icon = ICONS[tone]
  const hold = () => setIsPaused(true)
  const release = () => setIsPaused(false)
  return (
    // The timer pauses while the pointer or the focus is on the toast.
    <article
      aria-label={title}
      className={`${styles.card} ${styles[tone]}`}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {message && <p className={styles.message}>{message}</p>}
      </div>
      {action && (
        <Button
          small
          onClick={() => {
            dismissToast(id)
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton label="Dismiss message" onClick={() => dismissToast(id)} />
    </article>
  )
}
