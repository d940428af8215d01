import styles from './panel-loading.module.css'

/** What stands on the screen until it is known who is asking (product §2). */
export function PanelLoading() {
  return (
    <main className={styles.screen} aria-busy="true">
      <span className={styles.spinner} aria-hidden="true" />
      <p role="status">Loading...</p>
    </main>
  )
}
