import { WORK_LIMITS } from '@rookies/data/assignments/my-draft'
import type { CodeFile } from '@rookies/data/assignments/round'
import { CodeEditor } from '@rookies/ui/code/code-editor'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button'
import styles from './code-field.module.css'

export interface CodeFieldProps {
  files: readonly CodeFile[]
  error: string | undefined
  onChange: (files: CodeFile[]) => void
}

/** Edits files of code with their names. The editor shows one file at a time. */
export default function CodeField({ files, error, onChange }: CodeFieldProps) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const shown = files.length > 0 ? files : [{ name: 'main.js', body: '' }]
  const at = Math.min(chosen, shown.length - 1)
  const file = shown[at]
  if (!file) return null
  // While a person types file names, a name may be empty or equal to another. So a file is identified by its index.
  const places = shown.map(({ name }, index) => ({ name, index }))
  const put = (change: Partial<CodeFile>) =>
    onChange(shown.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const add = () => {
    onChange([...shown, { name: freeName(shown), body: '' }])
    setChosen(shown.length)
  }
  const remove = () => {
    onChange(shown.filter((_, index) => index !== at))
    setChosen(Math.max(0, at - 1))
  }
  return (
    <fieldset className={styles.code} aria-describedby={`${id}-about`}>
      <legend>Code</legend>
      <div className={styles.names}>
        {shown.length > 1 &&
          places.map(({ name, index }) => (
            <button
              key={index}
              type="button"
              className={styles.tab}
              aria-pressed={index === at}
              onClick={() => setChosen(index)}
            >
              <bdi>{name || 'No name'}</bdi>
            </button>
          ))}
        {shown.length < WORK_LIMITS.codeFiles && (
          <Button small variant="quiet" onClick={add}>
            <Plus aria-hidden="true" />
            Add a file
          </Button>
        )}
      </div>
      <div className={styles.head}>
        <label htmlFor={`${id}-name`}>File name</label>
        <input
          id={`${id}-name`}
          className={styles.name}
          dir="ltr"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={255}
          value={file.name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => put({ name: target.value })}
        />
        {shown.length > 1 && (
          <Button small variant="quiet" onClick={remove} aria-label={`Remove ${file.name}`}>
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
      <CodeEditor
        key={at}
        label={`Code of ${file.name}`}
        name={file.name}
        value={file.body}
        onChange={(body) => put({ body })}
      />
      <p id={`${id}-about`} className={styles.about}>
        Tab indents. Press Escape first to leave the editor with Tab.
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Returns a name that no file has yet, with the extension of the last file. */
function freeName(files: readonly CodeFile[]): string {
  const ending = /\.\w+$/.exec(files.at(-1)?.name ?? '')?.[0] ?? '.js'
  for (let number = files.length + 1; ; number += 1) {
    const name = `file${number}${ending}`
    if (!files.some((file) => file.name === name)) return name
  }
}
