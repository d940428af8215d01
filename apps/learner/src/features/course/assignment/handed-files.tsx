import type { WorkFile } from '@rookies/data/assignments/round'
import { dataProject } from '@rookies/data/env'
import { fileFacts } from '@rookies/data/files/file-size'
import { createFileStore, SIGNED_SECONDS } from '@rookies/data/files/file-store'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useData } from '../../../shared/data-context'
import styles from './assignment.module.css'

/** Milliseconds after which the addresses are requested again: five minutes before they expire. */
const FRESH_MS = (SIGNED_SECONDS - 300) * 1000

/** Lists the files of a round with links to download them (rules/assignments#files). */
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
        {files.map(({ path, name, bytes }) => {
          const address = addresses.data?.get(path)
          return (
            <li key={path} className={styles.file}>
              <FileDown aria-hidden="true" />
              {address ? (
                <a
                  dir="auto"
                  href={address}
                  download={name}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {name}
                </a>
              ) : (
                <span dir="auto">{name}</span>
              )}
              <span className={styles.muted}>{fileFacts({ name, size: bytes })}</span>
            </li>
          )
        })}
      </ul>
      {addresses.isError && (
        <p className={styles.muted}>The files can be fetched when you are back online.</p>
      )}
    </div>
  )
}
