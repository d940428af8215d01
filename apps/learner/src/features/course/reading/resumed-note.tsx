import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button'
import styles from './lesson-reading.module.css'

/** After scrolling this far, a person no longer wants to return to the beginning. */
const READ_ON_PX = 400

/**
 * Says that the text opened at the stored position, and offers the beginning. The note disappears when the person
 * reads on.
 */
export function ResumedNote() {
  const [shown, setShown] = useState(true)

  useEffect(() => {
    const from = scrollY
    const onScroll = () => {
      if (Math.abs(scrollY - from) > READ_ON_PX) setShown(false)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])

  const begin = () => {
    setShown(false)
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    shown && (
      <div className={styles.resumed}>
        <div>
          <span role="status">Continued where you stopped</span>
          <Button small variant="quiet" onClick={begin}>
            Back to the top
          </Button>
        </div>
      </div>
    )
  )
}
