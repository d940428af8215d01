import { type ReactNode, useEffect, useRef } from 'react'
import { useArrival } from '../../shared/use-arrival'
import { usePageTitle } from '../../shared/use-page-title'
import { Mosaic } from '../../ui/mosaic'
import { PublicPage } from '../../ui/public-page'
import styles from './auth-frame.module.css'

interface AuthFrameProps {
  /** The heading. */
  title: string
  /** In the browser's tab, where it is not the heading. */
  pageTitle?: string
  lead?: ReactNode
  /** Names the step that the screen is at: a new one begins at the heading. */
  step?: string
  children: ReactNode
}

/** The frame of the screens at the door: a heading, what is to be done, and the picture beside it. */
export function AuthFrame({ title, pageTitle = title, lead, step, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  usePageTitle(pageTitle)
  useArrival(heading)

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [step])

  return (
    <PublicPage>
      <div className={styles.page}>
        <div className={styles.card}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          <div className={styles.lead}>{lead}</div>
          {children}
        </div>
        <div className={styles.picture}>
          <Mosaic />
        </div>
      </div>
    </PublicPage>
  )
}
