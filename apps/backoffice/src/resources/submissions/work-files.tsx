import type { WorkFile } from '@rookies/data/assignments/round'
import { hasView } from '@rookies/data/assignments/work-file-kinds'
import { downloadAddress } from '@rookies/data/device/download-address'
import { formatBytes } from '@rookies/data/files/file-size'
import { Button, Flex } from 'antd'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../app/use-read'
import cells from '../../ui/cells.module.css'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import styles from './review.module.css'

const WorkFileView = lazyComponent(
  () => import('@rookies/ui/work-file/work-file-view'),
  (module) => module.default,
)

/** Lists the files of a round, to download or to open them here. Their links are valid for an hour. */
export function WorkFiles({ files }: { files: readonly WorkFile[] }) {
  const paths = files.map(({ path }) => path)
  const read = useRead('submissions/files', { input: { paths }, enabled: paths.length > 0 })
  if (files.length === 0) return null
  return (
    <Flex component="ul" vertical gap="small" aria-label="Files">
      {files.map((file) => {
        const address = read.data?.addresses.get(file.path)
        const isLost = read.isError || (read.data !== undefined && address === undefined)
        return <HandedFile key={file.path} file={file} address={address} isLost={isLost} />
      })}
    </Flex>
  )
}

interface FileProps {
  file: WorkFile
  address: string | undefined
  isLost: boolean
}

function HandedFile({ file, address, isLost }: FileProps) {
  const [open, setOpen] = useState(false)
  const { name, bytes } = file
  return (
    <li>
      <Flex wrap align="center" gap="small" className={styles.file}>
        <Flex component="span" align="center" gap="small">
          <FileDown aria-hidden="true" />
          {address ? (
            <a dir="auto" href={downloadAddress(address, name)} download={name}>
              {name}
            </a>
          ) : (
            <span dir="auto">{name}</span>
          )}
        </Flex>
        <span className={cells.fact}>{isLost ? 'could not be opened' : formatBytes(bytes)}</span>
        {address && hasView(file) && (
          <Button
            size="small"
            aria-expanded={open}
            aria-label={`View ${name}`}
            onClick={() => setOpen(!open)}
          >
            View
          </Button>
        )}
      </Flex>
      {open && address && (
        <div className={styles.content}>
          <LazyPart rows={4}>
            <WorkFileView
              name={name}
              read={async () =>
                (await import('@rookies/data/work-files/work-file-content')).readWorkFile(
                  name,
                  address,
                )
              }
            />
          </LazyPart>
        </div>
      )}
    </li>
  )
}
