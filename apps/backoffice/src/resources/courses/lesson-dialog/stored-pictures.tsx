import { isPicture } from '@rookies/data/files/file-types'
import { namedPaths, type StoredFile } from '@rookies/data/files/stored-file'
import { Flex } from 'antd'
import { useSignedFiles } from '../files/use-signed-files'
import words from '../words.module.css'

interface StoredPicturesProps {
  text: string
  known: readonly StoredFile[]
}

/** The uploaded pictures of a text, small, with their names. */
export function StoredPictures({ text, known }: StoredPicturesProps) {
  const named = new Set(namedPaths(text))
  const pictures = known.filter((file) => isPicture(file) && named.has(file.path))
  const addresses = useSignedFiles(pictures.map(({ path }) => path))
  if (pictures.length === 0) return null
  return (
    <Flex wrap component="ul" gap="small" aria-label="Uploaded pictures of this text">
      {pictures.map(({ path, name }) => {
        const address = addresses?.get(path)
        return (
          <li key={path} className={words.muted}>
            <Flex vertical style={FRAME}>
              {address ? <img src={address} alt="" style={PICTURE} /> : <div style={PICTURE} />}
              <span className={words.breaks}>{name}</span>
            </Flex>
          </li>
        )
      })}
    </Flex>
  )
}

const FRAME = { width: '8rem' } as const
const PICTURE = { width: '8rem', height: '6rem', objectFit: 'contain' } as const
