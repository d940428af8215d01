import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { PasswordForm } from './password-form'
import styles from './profile-form.module.css'
import { Section } from './section'

/** Changing the password, for which the current one is asked. */
export function PasswordSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  // Focus comes back to where it went from.
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus()
    wasOpen.current = open
  }, [open])

  return (
    <Section
      title="Password"
      lead="Changing it signs you out everywhere else. Choose one that you use nowhere else."
    >
      {open ? (
        <PasswordForm email={email} onDone={() => setOpen(false)} />
      ) : (
        <div className={styles.actions}>
          <Button ref={opener} onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </Section>
  )
}
