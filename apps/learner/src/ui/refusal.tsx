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
 * The message above a form that says why the server refused it. Fields refer to the message by its id. When it appears,
 * it is scrolled into view, and screen readers announce it.
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
