import type { NoticeType } from '@rookies/data/notifications/notice'
import { KINDS } from '@rookies/ui/bell/kinds'
import styles from './type-mark.module.css'

/** A type: its icon in its colour, and its name, as the bell has them. */
export function TypeMark({ type }: { type: NoticeType }) {
  const { icon: Icon, name } = KINDS[type]
  return (
    <span className={`${styles.mark} ${styles[type]}`}>
      <Icon aria-hidden="true" />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
