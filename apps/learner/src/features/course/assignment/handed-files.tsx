import type { WorkFile } from '@rookies/data/assignments/round'
import { hasView } from '@rookies/data/assignments/work-file-kinds'
import { downloadAddress } from '@rookies/data/device/download-address'
import { dataProject } from '@rookies/data/env'
import { fileFacts } from '@rookies/data/files/file-size'
import { createFileStore, SIGNED_SECONDS } from '@rookies/data/files/file-store'
import type { WorkFileViewProps } from '@rookies/ui/work-file/work-file-view'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../../../shared/data-context'
import { LazyPart } from '../../../shared/lazy-part'
import { OptionalPart } from '../../../shared/optional-section'
import { Button } from '../../../ui/button'
import styles from './assignment.module.css'

/** The code that shows the content of files loads only when a person opens a file. */
const fileView = new LazyPart<WorkFileViewProps>(
  () => import('@rookies/ui/work-file/work-file-view'),
)

/** Milliseconds after which the addresses are requested again: five minutes before they expire. */
const FRESH_MS = (SIGNED_SECONDS - 300) * 1000

/** Lists the files of a round, to download or to open them here (rules/assignments#files). */
export function HandedFiles({ files }: { files: readonly WorkFile[] }) {
  const client = useData()
  const paths = files.map(({ path }) => path)
  const addresses = useQuery({
    queryKey: ['work-files', ...paths],
    queryFn: () =>
      createFileStore(dataProject(import.meta.env, location.origin), client, 'work-files').sign(
        paths,
      ),
    staleTime: FRESH_MS,
  })
  return (
    <div>
      <h4 className={styles.label}>Files</h4>
      <ul className={styles.files}>
        {files.map((file) => (
          <HandedFile key={file.path} file={file} address={addresses.data?.get(file.path)} />
        ))}
      </ul>
      {addresses.isError && (
        <p className={styles.muted}>The files can be fetched when you are back online.</p>
      )}
    </div>
  )
}

function HandedFile({ file, address }: { file: WorkFile; address: string | undefined }) {
  const [open, setOpen] = useState(false)
  const { name, bytes } = file
  return (
    <li className={styles.stack}>
      <div className={styles.file}>
        <span className={styles.name}>
          <FileDown aria-hidden="true" />
          {address ? (
            <a dir="auto" href={downloadAddress(address, name)} download={name}>
              {name}
            </a>
          ) : (
            <span dir="auto">{name}</span>
          )}
        </span>
        <span className={styles.muted}>{fileFacts({ name, size: bytes })}</span>
        {address && hasView(file) && (
          <Button
            small
            aria-expanded={open}
            aria-label={`View ${name}`}
            onClick={() => setOpen(!open)}
          >
            View
          </Button>
        )}
      </div>
      {open && address && (
        <OptionalPart
          subject="The content"
          part={fileView}
          props={{
            name,
            read: async () =>
              (await import('@rookies/data/work-files/work-file-content')).readWorkFile(
                name,
                address,
              ),
          }}
        />
      )}
    </li>
  )
}
