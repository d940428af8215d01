import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { MaintenanceNote } from '../../ui/maintenance-note'
import { Mosaic } from '../../ui/mosaic'
import { PublicPage } from '../../ui/public-page'
import styles from './auth-frame.module.css'
import { NoStorageNote } from './no-storage-note'

interface AuthFrameProps {
  title: string
  /** The title of the browser's tab, if it differs from the heading. */
  pageTitle?: string
  lead?: ReactNode
  /** The step that the screen shows. A new step moves the focus to the heading. */
  step?: string
  /** The only field of the step, if there is just one: it takes the focus instead of the heading. */
  field?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The frame of the auth screens: a heading, the content, and a picture beside it. */
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
  useFocusHeading(beginning)

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    beginning.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [beginning, step])

  return (
    <PublicPage hasForm>
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
            <NoStorageNote />
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
