import { useEffect, useEffectEvent, useState } from 'react'
import { ColouredLine, useColouredLines } from '../code/coloured-line'
import { makeFocusable } from '../code/reach'
import { VisuallyHidden } from '../components/visually-hidden/visually-hidden'
import type { ColouredPart } from '../markdown/colour-lines'
import '../fonts/mono.css'
import styles from './work-file.module.css'

interface NotebookCell {
  isCode: boolean
  source: string
  outputs: string[]
}

/** The part of a file that is shown; `more` says what is left out. */
type WorkFileContent =
  | { kind: 'picture'; type: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'text'; text: string }
  | { kind: 'notebook'; language: string; cells: NotebookCell[]; more: string | null }
  | { kind: 'archive'; entries: { name: string; size: string }[]; more: string | null }
  | { kind: 'none'; reason: string }

export interface WorkFileViewProps {
  name: string
  /** Fetches the file, and returns the part of it that is shown. */
  read: () => Promise<WorkFileContent>
}

type Shown = WorkFileContent | 'LOADING' | 'FAILED'

/**
 * Shows what a file of somebody's work contains: a picture, a text, the cells of a notebook, or the list of a zip. It
 * reads the file once, so another file needs another `key` (rules/assignments#file-views). Load this component lazily,
 * because it is large.
 */
export default function WorkFileView({ name, read }: WorkFileViewProps) {
  const [shown, setShown] = useState<Shown>('LOADING')
  const fetched = useEffectEvent(read)
  useEffect(() => {
    let gone = false
    const settle = (next: Shown) => {
      if (!gone) setShown(next)
    }
    fetched().then(settle, () => settle('FAILED'))
    return () => {
      gone = true
    }
  }, [])
  return (
    <section aria-label={`Content of ${name}`} aria-busy={shown === 'LOADING'}>
      {shown === 'LOADING' && <p className={styles.about}>Loading...</p>}
      {shown === 'FAILED' && (
        <p role="alert" className={styles.about}>
          The file could not be fetched. Close it and open it again.
        </p>
      )}
      {typeof shown === 'object' && <Content content={shown} name={name} />}
    </section>
  )
}

interface ContentProps {
  name: string
  content: WorkFileContent
}

function Content({ name, content }: ContentProps) {
  switch (content.kind) {
    case 'picture':
      return <Picture name={name} {...content} />
    case 'text':
      return <Code language={name} text={content.text} />
    case 'notebook':
      return <Notebook {...content} />
    case 'archive':
      return <Archive {...content} />
    case 'none':
      return (
        <p
          className={styles.about}
        >{`It cannot be shown here. ${content.reason} Download it to open it.`}</p>
      )
  }
}

/** Shows a picture from its bytes. Its media type is one that cannot contain code, whatever the name of the file. */
function Picture({
  name,
  type,
  bytes,
}: { name: string } & Extract<WorkFileContent, { kind: 'picture' }>) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return address && <img className={styles.picture} src={address} alt={name} />
}

interface CodeProps {
  /** The name of the file, or of the language. */
  language: string
  text: string
}

function Code({ language, text }: CodeProps) {
  const code = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const coloured = useColouredLines(language, code)
  return (
    <pre ref={makeFocusable} dir="ltr" className={`code-colours ${styles.code}`}>
      {coloured ? numbered(coloured).map(({ at, one }) => <CodeLine key={at} parts={one} />) : code}
    </pre>
  )
}

const CodeLine = ({ parts }: { parts: readonly ColouredPart[] }) => (
  <>
    <ColouredLine text="" parts={parts} />
    {'\n'}
  </>
)

function Notebook({ cells, language, more }: Extract<WorkFileContent, { kind: 'notebook' }>) {
  return (
    <ol className={styles.cells}>
      {numbered(cells).map(({ at, one }) => (
        <li key={at}>
          <Cell cell={one} language={language} />
        </li>
      ))}
      {more && <li className={styles.about}>{more}</li>}
    </ol>
  )
}

function Cell({
  cell: { isCode, source, outputs },
  language,
}: {
  cell: NotebookCell
  language: string
}) {
  if (!isCode) {
    return (
      <p dir="auto" className={styles.prose}>
        {source}
      </p>
    )
  }
  return (
    <>
      <Code language={language} text={source} />
      {numbered(outputs).map(({ at, one }) => (
        <pre key={at} ref={makeFocusable} dir="ltr" className={styles.output}>
          <VisuallyHidden>Output: </VisuallyHidden>
          {one}
        </pre>
      ))}
    </>
  )
}

function Archive({ entries, more }: Extract<WorkFileContent, { kind: 'archive' }>) {
  if (entries.length === 0) return <p className={styles.about}>The archive is empty.</p>
  return (
    <ul className={styles.entries}>
      {numbered(entries).map(({ at, one: { name, size } }) => (
        <li key={at}>
          <bdi>{name}</bdi> <span className={styles.about}>{size}</span>
        </li>
      ))}
      {more && <li className={styles.about}>{more}</li>}
    </ul>
  )
}

/** Pairs each item with its index, which can be its React key because the content of a file does not change. */
const numbered = <T,>(items: readonly T[]) => items.map((one, at) => ({ at, one }))
