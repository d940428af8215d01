import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useArrival } from '../../shared/use-arrival'
import { usePageTitle } from '../../shared/use-page-title'
import { MaintenanceNote } from '../../ui/maintenance-note'
import { Mosaic } from '../../ui/mosaic'
import { PublicPage } from '../../ui/public-page'
import styles from './auth-frame.module.css'
import { KeptInPage } from './kept-in-page'

interface AuthFrameProps {
  /** The heading. */
  title: string
  /** In the browser's tab, where it is not the heading. */
  pageTitle?: string
  lead?: ReactNode
  /** Names the step that the screen is at: a new one begins at the heading. */
  step?: string
  /** What one came for, where that is a single field: a step begins there and not at the heading. */
  field?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The frame of the screens at the door: a heading, what is to be done, and the picture beside it. */
export function AuthFrame({
  title,
  pageTitle = title,
  lead,
  step,
  field,
  children,
}: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  usePageTitle(pageTitle)
  const beginning = field ?? heading
  useArrival(beginning)

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    beginning.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [beginning, step])

  return (
    <PublicPage filling>
      <div className={styles.page}>
        <div className={styles.card}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          <div className={styles.lead}>{lead}</div>
          <div className={styles.note}>
            <MaintenanceNote />
          </div>
          <div className={styles.note}>
            <KeptInPage />
          </div>
          {children}
        </div>
        <div className={styles.picture}>
          <Mosaic />
        </div>
      </div>
    </PublicPage>
  )
}
