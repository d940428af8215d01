import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button'
import styles from './lesson-reading.module.css'

/** Whoever reads on this far does not want the beginning. */
const READ_ON_PX = 400

/** Says that the text did not open at its beginning, and leads there. Goes when the person reads on. */
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
            Start over
          </Button>
        </div>
      </div>
    )
  )
}
