import { createFileStore } from '@rookies/data/files/file-store'
import { isPicture } from '@rookies/data/files/file-types'
import { namedPaths, type StoredFile } from '@rookies/data/files/stored-file'
import { useQuery } from '@tanstack/react-query'
import { Flex } from 'antd'
import { useBackend } from '../../../app/backend'
import words from '../words.module.css'

interface StoredPicturesProps {
  text: string
  known: readonly StoredFile[]
}

/** The uploaded pictures of a text, small, with their names. */
export function StoredPictures({ text, known }: StoredPicturesProps) {
  const named = new Set(namedPaths(text))
  const pictures = known.filter((file) => isPicture(file) && named.has(file.path))
  const paths = pictures.map(({ path }) => path)
  const { client, project } = useBackend()
  // Storage answers this, which is no part of what Refine's data provider asks.
  const { data } = useQuery({
    queryKey: ['lesson-files', 'signed', paths],
    queryFn: ({ signal }) => createFileStore(project, client).sign(paths, signal),
    enabled: paths.length > 0,
    // An address is good for an hour.
    staleTime: 30 * 60_000,
    gcTime: 30 * 60_000,
  })
  if (pictures.length === 0) return null
  return (
    <Flex wrap component="ul" gap="small" aria-label="Uploaded pictures of this text">
      {pictures.map(({ path, name }) => {
        const address = data?.get(path)
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
