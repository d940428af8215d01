import { myDataFile, myDataMessage } from '@rookies/data/account/my-data'
import { toDataError } from '@rookies/data/errors'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { showError, showToast } from '../../ui/toast-store'
import styles from './profile-form.module.css'
import { saveFile } from './save-file'
import { Section } from './section'

/** Everything that is kept about the person, to take along (rules/accounts#my-data). */
export function DataSection() {
  const client = useData()
  const [busy, setBusy] = useState(false)

  const download = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { name, text } = await myDataFile(client, new Date())
      saveFile(name, text)
      showToast({ tone: 'success', title: 'Your data is ready', message: `Saved as ${name}` })
    } catch (thrown) {
      showError(myDataMessage(toDataError(thrown)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Section title="My data" lead="Everything we keep about you, in one file.">
      <p className={styles.text}>
        Your profile, courses, progress, purchases, posts, notifications and devices, as JSON: a
        text that people and programs can read.
      </p>
      <div className={styles.actions}>
        <Button onClick={download} disabled={busy}>
          <Download aria-hidden="true" />
          {busy ? 'Preparing...' : 'Download my data'}
        </Button>
      </div>
    </Section>
  )
}
