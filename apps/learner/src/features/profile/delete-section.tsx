import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { DeleteDialog } from './delete-dialog'
import styles from './profile-form.module.css'
import { Section } from './section'

/** Deletes the account (rules/accounts#delete-account). */
export function DeleteSection({ email }: { email: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section
      danger
      title="Delete my account"
      lead="This can't be undone. No one can restore your account, not even us."
    >
      <p className={styles.text}>
        Your profile, your access to courses, your progress and what you wrote are removed at once.
        You may want to download your data first.
      </p>
      <div className={styles.actions}>
        <Button variant="danger" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" />
          Delete my account
        </Button>
      </div>
      {asking && <DeleteDialog email={email} onClose={() => setAsking(false)} />}
    </Section>
  )
}
