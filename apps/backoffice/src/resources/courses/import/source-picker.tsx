import { Button, Flex, Result } from 'antd'
import { FileArchive, FolderOpen, FolderUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import typography from '../typography.module.css'
import { droppedSource, folderSource, ONE_AT_A_TIME, zipSource } from './dropped-files'
import type { CourseSource } from './read-course.worker'
import styles from './source-picker.module.css'

interface SourcePickerProps {
  /** Takes the focus when it is mounted. */
  autoFocus: boolean
  onChoose: (source: CourseSource) => void
  /** Called with a sentence when something else was chosen. */
  onRefuse: (sentence: string) => void
}

/** Chooses the folder or zip file of a course, by dialog or by dropping it. */
export function SourcePicker({ autoFocus, onChoose, onRefuse }: SourcePickerProps) {
  const folderField = useRef<HTMLInputElement>(null)
  const zipField = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const take = (source: CourseSource | null) =>
    source ? onChoose(source) : onRefuse(ONE_AT_A_TIME)

  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(await droppedSource(event.dataTransfer).catch(() => null))
  }

  return (
    <section
      className={`${styles.zone} ${over ? styles.over : ''}`}
      aria-label="What to import"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Result
        icon={<FolderUp className={typography.sign} aria-hidden="true" />}
        title={<h2 className={typography.heading}>Choose a folder or a zip</h2>}
        subTitle="Folders become modules, Markdown files become lessons. An exported course comes back as it was. Nothing changes before you have seen what would happen."
        extra={
          <Flex wrap justify="center" gap="small">
            <Button
              type="primary"
              autoFocus={autoFocus}
              icon={<FolderOpen aria-hidden="true" />}
              onClick={() => folderField.current?.click()}
            >
              Choose Folder
            </Button>
            <Button
              icon={<FileArchive aria-hidden="true" />}
              onClick={() => zipField.current?.click()}
            >
              Choose Zip File
            </Button>
          </Flex>
        }
      />
      <p className={styles.hint}>Or drop one of them here.</p>
      {/* antd's Upload would take the focus off the button that opened the file dialog. */}
      <input
        ref={(field) => {
          folderField.current = field
          if (field) field.webkitdirectory = true
        }}
        type="file"
        hidden
        aria-label="Folder"
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          target.value = ''
          take(folderSource(files))
        }}
      />
      <input
        ref={zipField}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label="Zip file"
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          target.value = ''
          take(zipSource(files))
        }}
      />
    </section>
  )
}
