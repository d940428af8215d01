import styles from './avatar.module.css'
import { initials } from './initials'

interface AvatarProps {
  name?: string | null
  email?: string | null
  /** True for the large size in the head of a page. */
  large?: boolean
  /** True while the person is loading; the disc is empty then. */
  pending?: boolean
}

/** A person's initials in a disc, hidden from screen readers because the name is beside it. */
export function Avatar({ name, email, large, pending }: AvatarProps) {
  return (
    <span className={large ? `${styles.avatar} ${styles.large}` : styles.avatar} aria-hidden="true">
      {!pending && initials(name, email)}
    </span>
  )
}
