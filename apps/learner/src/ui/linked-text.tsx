import { splitLinks } from '@rookies/data/links/external-link'
import styles from './linked-text.module.css'

/** Plain text in which addresses are links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p dir="auto" className={styles.text}>
      <Linked text={text} />
    </p>
  )
}

/** Like `LinkedText`, but inside a paragraph. */
export function Linked({ text }: { text: string }) {
  return splitLinks(text).map((part) =>
    part.href ? (
      <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  )
}
