import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './two-factor.module.css'

interface TwoFactorPanelProps {
  title: string
  /** An element beside the title. */
  badge?: ReactNode
  /** True if the panel replaced another one; its title then takes the focus. */
  arrived: boolean
  children: ReactNode
}

/** One step or state of the two-factor page, with a title. */
export function TwoFactorPanel({ title, badge, arrived, children }: TwoFactorPanelProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocus = useRef(arrived)

  useEffect(() => {
    if (takesFocus.current) heading.current?.focus()
  }, [])

  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.subtitle}>
          {title}
        </h2>
        {badge}
      </div>
      {children}
    </section>
  )
}
