import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { PasswordForm } from './password-form'
import styles from './profile-form.module.css'
import { Section } from './section'

/** Changes the password. */
export function PasswordSection({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  // The focus returns to the button that opened the form.
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus()
    wasOpen.current = open
  }, [open])

  return (
    <Section
      title="Password"
      lead="Choose a password that you don't use anywhere else. Changing it signs you out everywhere else."
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
