import { myDataFile, myDataMessage } from '@rookies/data/account/my-data'
import { toDataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/save-file'
import { showError, showToast } from '../../ui/toast-store'
import styles from './profile-form.module.css'
import { Section } from './section'

/** Downloads everything that is stored about the person (rules/accounts#my-data). */
export function DataSection() {
  const client = useData()
  const { mutate, isPending } = useMutation({
    mutationFn: () => myDataFile(client, new Date()),
    onSuccess: ({ name, text }) => {
      saveFile(name, text)
      showToast({ tone: 'success', title: 'Your data is ready', message: `Saved as ${name}` })
    },
    onError: (thrown) => showError(myDataMessage(toDataError(thrown))),
  })

  return (
    <Section title="My data" lead="Everything we keep about you, in one file.">
      <p className={styles.text}>
        Your profile, courses, progress, notes, purchases, posts, notifications, devices, content
        that you created and our records about you, as a JSON text file.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => mutate()} disabled={isPending}>
          <Download aria-hidden="true" />
          {isPending ? 'Preparing...' : 'Download my data'}
        </Button>
      </div>
    </Section>
  )
}
