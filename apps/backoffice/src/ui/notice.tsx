import { Logo } from '@rookies/ui/components/logo/logo'
import type { ReactNode } from 'react'
import styles from './notice.module.css'
import { PageTitle } from './page-title'

interface NoticeProps {
  title: string
  message?: string
  /** What it would take. */
  reason?: string | undefined
  /** A short sign above the title, such as 404. */
  code?: string
  actions: ReactNode
  /** Inside the panel's frame, which has its own main landmark. */
  within?: boolean
}

/** A sentence that takes the place of a screen, with a way on. */
export function Notice({ title, message, reason, code, actions, within = false }: NoticeProps) {
  const Frame = within ? 'div' : 'main'
  return (
    <Frame className={within ? styles.within : styles.screen}>
      <PageTitle name={title} />
      {!within && <Logo />}
      <div className={styles.card}>
        {code && <p className={styles.code}>{code}</p>}
        <h1 className={styles.title}>{title}</h1>
        {message && <p className={styles.message}>{message}</p>}
        {reason && <p className={styles.message}>{reason}</p>}
        <div className={styles.actions}>{actions}</div>
      </div>
    </Frame>
  )
}
