import { formatBytes } from '@rookies/data/files/file-size'
import { nameInPath, type StoredFile } from '@rookies/data/files/stored-file'
import typography from '../typography.module.css'

interface StoredNameProps {
  path: string
  known: readonly StoredFile[]
}

/** A stored file's name and size, as far as they are known. */
export function StoredName({ path, known }: StoredNameProps) {
  const file = known.find((one) => one.path === path)
  return (
    <span className={typography.breaks}>
      {file ? `${file.name}, ${formatBytes(file.size)}` : nameInPath(path)}
    </span>
  )
}
