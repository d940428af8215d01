import styles from './avatar.module.css'
import { initials } from './initials'

interface AvatarProps {
  name?: string | null
  email?: string | null
}

/** A person as a disc with initials. Decoration: whoever uses it names the person in text. */
export function Avatar({ name, email }: AvatarProps) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(name, email)}
    </span>
  )
}
