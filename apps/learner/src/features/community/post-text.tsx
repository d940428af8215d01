import { type PostPart, splitCode } from '@rookies/data/communities/post-code'
import { Linked, LinkedText } from '../../ui/linked-text'
import linked from '../../ui/linked-text.module.css'
import styles from './post-text.module.css'

/** The text of a post, in which code is shown as code, and addresses are links (rules/communities#code). */
export function PostText({ text }: { text: string }) {
  const parts = splitCode(text)
  if (parts.every(({ kind }) => kind === 'text')) return <LinkedText text={text} />
  return (
    <div className={styles.text}>
      {paragraphs(parts).map((paragraph) => {
        const [first] = paragraph
        return first?.kind === 'block' ? (
          <pre key={first.at}>
            <code>{first.text}</code>
          </pre>
        ) : (
          <p key={first?.at} dir="auto" className={linked.text}>
            {paragraph.map((part) =>
              part.kind === 'code' ? (
                <code key={part.at}>{part.text}</code>
              ) : (
                <Linked key={part.at} text={part.text} />
              ),
            )}
          </p>
        )
      })}
    </div>
  )
}

/** Returns each block by itself, and the text and code between blocks together, without the empty lines around it. */
function paragraphs(parts: readonly PostPart[]): PostPart[][] {
  const found: PostPart[][] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (part.kind === 'block' || last === undefined || last[0]?.kind === 'block') found.push([part])
    else last.push(part)
  }
  return found.map(trimmed).filter((paragraph) => paragraph.length > 0)
}

function trimmed(paragraph: PostPart[]): PostPart[] {
  return paragraph
    .map((part, at) => {
      if (part.kind !== 'text') return part
      const begun = at === 0 ? part.text.replace(/^\s*\n/, '') : part.text
      return { ...part, text: at === paragraph.length - 1 ? begun.trimEnd() : begun }
    })
    .filter(({ kind, text }) => kind !== 'text' || text !== '')
}
