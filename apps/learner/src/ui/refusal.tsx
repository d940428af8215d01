import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { ContactText } from './contact-text'
import styles from './refusal.module.css'

interface RefusalProps {
  id: string
  title?: string | undefined
  message: string
  children?: ReactNode
}

/**
 * The message above a form about why the server refused it. Fields refer to it by its id. It is announced, and scrolled
 * into view when it appears.
 */
export function Refusal({ id, title, message, children }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} role="alert" className={styles.refusal}>
      <CircleAlert aria-hidden="true" />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        <p id={id}>
          <ContactText text={message} />
        </p>
        {children}
      </div>
    </div>
  )
}
