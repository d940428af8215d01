import type { CourseFile } from '@rookies/data/files/course-files'
import { type FileKind, fileFacts, fileKind, goesOn } from '@rookies/data/files/file-list'
import { isPicture } from '@rookies/data/files/file-types'
import { dayText } from '@rookies/data/time/moment-text'
import { Flex } from 'antd'
import {
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react'
import { Link, type To } from 'react-router-dom'
import cells from '../../../ui/cells.module.css'
import type { RecordColumn } from '../../../ui/record-table'
import { AlternativeText } from './alternative-text'

/** A file as a row of the table. */
export type ListedFile = CourseFile & { id: string }

const ICONS: Record<FileKind, LucideIcon> = {
  picture: FileImage,
  sound: FileAudio,
  film: FileVideo,
  archive: FileArchive,
  table: FileSpreadsheet,
  text: FileText,
  file: File,
}

interface Listing {
  courseId: string
  /** Signed addresses of pictures by path; undefined while loading. */
  signed: ReadonlyMap<string, string> | undefined
  lessonAddress: (lessonId: string) => To
  now: number
}

/** The columns of the Files tab (rules/files#media). */
export function fileColumns(listing: Listing): readonly RecordColumn<ListedFile>[] {
  const { courseId, signed, lessonAddress, now } = listing
  return [
    {
      key: 'name',
      title: 'File',
      place: 'lead',
      width: '36%',
      render: (file) => (
        <Flex align="center" gap={12}>
          <Thumbnail file={file} address={signed?.get(file.path)} />
          <div className={cells.text}>
            <p className={cells.name} style={BREAKS}>
              {file.name}
            </p>
            <p className={cells.second}>{fileFacts(file)}</p>
          </div>
        </Flex>
      ),
    },
    {
      key: 'alternative-text',
      title: 'Alt text',
      named: true,
      render: (file) => isPicture(file) && <AlternativeText courseId={courseId} file={file} />,
    },
    {
      key: 'used',
      title: 'Used in',
      named: true,
      width: '28%',
      render: (file) => <Uses file={file} lessonAddress={lessonAddress} now={now} />,
    },
  ]
}

/** A thumbnail of a picture, or an icon of the file type. */
function Thumbnail({ file, address }: { file: ListedFile; address: string | undefined }) {
  if (address !== undefined) {
    // The name is in the next column, so the thumbnail needs no alternative text.
    return <img src={address} alt="" loading="lazy" decoding="async" style={THUMBNAIL} />
  }
  const Icon = ICONS[fileKind(file)]
  return (
    <span style={THUMBNAIL}>
      <Icon aria-hidden="true" className={cells.fact} />
    </span>
  )
}

function Uses({
  file,
  lessonAddress,
  now,
}: Pick<Listing, 'lessonAddress' | 'now'> & { file: ListedFile }) {
  if (file.unused_since !== null) {
    const day = goesOn(file, now)
    return (
      <span className={cells.fact}>
        {day === null
          ? 'Only an earlier version of a lesson'
          : `Unused, will be removed on ${dayText(day)}`}
      </span>
    )
  }
  return file.lessons
    .filter(({ used }) => used)
    .map(({ id, title }, at) => (
      <span key={id} style={BREAKS}>
        {at > 0 && ', '}
        <Link to={lessonAddress(id)}>{title}</Link>
      </span>
    ))
}

const BREAKS = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const

const THUMBNAIL = {
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  width: '4rem',
  height: '3rem',
  border: '1px solid var(--color-border)',
  borderRadius: 'var(--radius-s)',
  background: 'var(--color-surface-sunken)',
  objectFit: 'cover',
} as const
