import styles from './avatar.module.css'
import { initials } from './initials'

interface AvatarProps {
  name?: string | null
  email?: string | null
  /** For the head of a page. */
  large?: boolean
  /** The person is not known yet: the disc keeps the place. */
  pending?: boolean
}

/** A person as a disc with initials. Decoration: text beside it names the person. */
export function Avatar({ name, email, large, pending }: AvatarProps) {
  return (
    <span className={large ? `${styles.avatar} ${styles.large}` : styles.avatar} aria-hidden="true">
      {!pending && initials(name, email)}
    </span>
  )
}
