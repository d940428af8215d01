import styles from './logo.module.css'

/** The logo: a rook whose window is a command prompt. It is decoration beside the name. */
export function LogoMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className={styles.ground} width="32" height="32" rx="9" />
      <path
        className={styles.rook}
        d="M8 6.5h4v3h2.4v-3h3.2v3H20v-3h4v6.9l-2.6 2.2v6.2l2.6 2.9v2.3H8v-2.3l2.6-2.9v-6.2L8 13.4z"
      />
      <path className={styles.prompt} d="M14.3 15.6l3.4 3-3.4 3" />
    </svg>
  )
}

/** Logo and name, as both applications show them. */
export function Logo({ name = 'Rookies' }: { name?: string }) {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
