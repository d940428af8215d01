import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import styles from './panel-loading.module.css'

/** What stands on the screen until it is known who is asking. */
export function PanelLoading() {
  return (
    <main className={styles.screen} aria-busy="true">
      <h1>
        <VisuallyHidden>Admin Panel</VisuallyHidden>
      </h1>
      <span className={styles.spinner} aria-hidden="true" />
      <p role="status">Loading...</p>
    </main>
  )
}
