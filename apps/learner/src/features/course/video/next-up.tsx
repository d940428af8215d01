import { lessonDuration } from '@rookies/data/course-viewing/duration'
import type { OutlineLesson } from '@rookies/data/course-viewing/outline'
import { KEYS_TAKEN_BY } from '@rookies/ui/keys/single-keys'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button'
import styles from './next-up.module.css'

interface NextUpProps {
  next: OutlineLesson
  onGo: () => void
  onStay: () => void
}

/** Seconds until the next lesson opens: enough to read its title and to stop the countdown. */
export const SECONDS = 8

/** Covers a video that has ended: announces the next lesson and counts down to it (rules/learning#next-up). */
export function NextUp({ next, onGo, onStay }: NextUpProps) {
  const [left, setLeft] = useState(SECONDS)
  const stay = useRef<HTMLButtonElement>(null)
  const length = lessonDuration(next.sec)

  const pass = useEffectEvent(() => {
    if (isElsewhere()) return
    if (left > 1) setLeft(left - 1)
    else onGo()
  })
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
    event.preventDefault()
    onStay()
  })
  useEffect(() => {
    const clock = setInterval(() => pass(), 1_000)
    const onKeyDown = (event: KeyboardEvent) => leave(event)
    document.addEventListener('keydown', onKeyDown)
    // A player's frame handles keys itself. The focus moves to this button, so that Escape stops the countdown.
    if (document.activeElement instanceof HTMLIFrameElement) stay.current?.focus()
    return () => {
      clearInterval(clock)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])

  return (
    <section className={styles.next} aria-label="Next lesson">
      <p className={styles.label}>
        Next in <span className={styles.left}>{left}</span>
      </p>
      <p dir="auto" className={styles.title}>
        {next.title}
      </p>
      {length && <p className={styles.label}>{length}</p>}
      <div className={styles.ways}>
        <Button ref={stay} onClick={onStay} aria-keyshortcuts="Escape">
          Stay here
        </Button>
        <Button variant="primary" onClick={onGo}>
          Continue now
        </Button>
      </div>
    </section>
  )
}

/** Returns whether the countdown must pause: for a hidden page, a full-screen view, a dialog, or typing. */
function isElsewhere(): boolean {
  if (document.hidden || document.fullscreenElement) return true
  return Boolean(
    document.querySelector('dialog[open]') ?? document.activeElement?.closest(KEYS_TAKEN_BY),
  )
}
