import { LIBRARY_PATH } from '@rookies/data/access/home'
import { needsConnection } from '@rookies/data/course-viewing/messages'
import { isSilence } from '@rookies/data/errors'
import { notePath } from '@rookies/data/notes/note-path'
import { notesAsMarkdown, secondText } from '@rookies/data/notes/notes-markdown'
import { notesQuery, readAllNotes } from '@rookies/data/notes/notes-query'
import { type ShownNote, shownNotes } from '@rookies/data/notes/shown-notes'
import { searchText } from '@rookies/data/search/search-text'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { CircleAlert, Download, NotebookPen, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { NoteItem } from '../../shared/notes/note-item'
import { NotePad } from '../../shared/notes/note-pad'
import { placeOf, useNoteActions, useUnsentNotes } from '../../shared/notes/use-notes'
import { playing } from '../../shared/play-on-arrival'
import { ShowMore } from '../../shared/show-more'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { Button, ButtonLink } from '../../ui/button'
import { saveFile } from '../../ui/save-file'
import titles from '../../ui/titles.module.css'
import { showError, showToast } from '../../ui/toast-store'
import styles from './notes-page.module.css'

/** Milliseconds without typing after which notes are searched. */
const PAUSE_MS = 200

/** All notes of a person, the newest first (rules/learning#notes). */
export default function NotesPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [params, setParams] = useSearchParams()
  const query = searchText(params.get('q') ?? '')
  const [typed, setTyped] = useState(query)
  const list = useInfiniteQuery({
    ...notesQuery(useData(), query),
    placeholderData: keepPreviousData,
  })
  const waiting = useUnsentNotes()
  const { put } = useNoteActions()
  const [editing, setEditing] = useState<ShownNote | null>(null)
  usePageTitle('Your notes')
  useFocusHeading(heading)

  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = searchText(typed)
      if (wanted !== query) setParams(wanted ? { q: wanted } : {}, { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, query, setParams])

  // A search leaves out new notes that are not sent yet, because the server cannot search them.
  const known = new Set(list.data?.map(({ id }) => id))
  const here = waiting.filter(
    ({ noteId, body }) => query === '' || known.has(noteId) || body === null,
  )
  const notes = shownNotes(list.data ?? [], here)
  const nothing = notes.length === 0 && list.isSuccess && !list.isPlaceholderData

  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={titles.page}>
          Your notes
        </h1>
        <p className={styles.subtitle}>Only you can read them.</p>
      </header>
      {(notes.length > 0 || query !== '' || typed !== '') && (
        <div className={styles.tools}>
          <input
            type="search"
            dir="auto"
            className={styles.search}
            aria-label="Search your notes"
            placeholder="Search your notes"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <ExportButton />
        </div>
      )}
      {notes.length > 0 && (
        <ul className={styles.list} aria-label="Notes">
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              place={<Place note={note} />}
              onEdit={() => setEditing(note)}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {list.isPending && (
        <div className={styles.ghosts} role="status" aria-label="Loading your notes">
          <div className={styles.tools}>
            <Skeleton className={styles.ghostSearch} />
            <Skeleton className={styles.ghostExport} />
          </div>
          <div className={styles.list}>
            <Skeleton className={styles.ghost} />
            <Skeleton className={styles.ghost} />
            <Skeleton className={styles.ghost} />
          </div>
        </div>
      )}
      <p className={styles.count} role="status">
        {query !== '' && nothing && `No note contains “${query}”.`}
      </p>
      {query !== '' && nothing && <Button onClick={() => setTyped('')}>Show all notes</Button>}
      {nothing && query === '' && (
        <EmptyState
          icon={<NotebookPen />}
          title="No notes yet"
          actions={<ButtonLink to={LIBRARY_PATH}>Go to your courses</ButtonLink>}
        >
          <p>
            In a lesson, press “Add note” while you watch a video or after you select a passage.
          </p>
        </EmptyState>
      )}
      {list.isError && !list.isFetchNextPageError && (
        <ErrorState
          level={2}
          {...(isSilence(list.error)
            ? {
                icon: <WifiOff data-quiet />,
                ...needsConnection('Your notes', list.isFetching, 'need'),
              }
            : {
                icon: <CircleAlert />,
                title: 'Your notes could not be loaded',
                message: 'Please check your connection.',
              })}
          actions={
            <Button variant="primary" onClick={() => list.refetch()} disabled={list.isFetching}>
              Try Again
            </Button>
          }
        />
      )}
      <ShowMore
        query={list}
        shown={list.data?.length ?? 0}
        label="Show more"
        failure={(thrown) =>
          isSilence(thrown)
            ? 'More notes need a connection. Please check your connection and try again.'
            : 'More notes could not be loaded. Please try again.'
        }
      />
      {editing && (
        <NotePad
          key={editing.id}
          title="Edit note"
          at_seconds={editing.at_seconds}
          quote={editing.quote}
          initial={editing.body}
          place={`note:${editing.id}`}
          onSave={(body) =>
            put({ noteId: editing.id, place: placeOf(editing), body, from: editing.revision })
          }
          onClose={() => setEditing(null)}
        />
      )}
    </main>
  )
}

function Place({ note }: { note: ShownNote }) {
  const second = secondText(note.at_seconds)
  const path = notePath(note)
  const body = (
    <>
      <strong dir="auto">{note.lesson_title || 'A lesson'}</strong>
      {second && ` at ${second}`}
    </>
  )
  return (
    <span className={styles.place}>
      {path ? (
        <Link to={path} state={second ? playing : null}>
          {body}
        </Link>
      ) : (
        <span>{body}</span>
      )}
      <span className={styles.course}>
        <bdi>{note.course_title}</bdi>
        {!note.open && ' · You can no longer open this lesson'}
      </span>
    </span>
  )
}

function ExportButton() {
  const client = useData()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readAllNotes(client, AbortSignal.timeout(60_000)),
    onSuccess: (notes) => {
      const name = `notes-${new Date().toISOString().slice(0, 10)}.md`
      saveFile(name, notesAsMarkdown(notes, location.origin), 'text/markdown')
      showToast({ tone: 'success', title: 'Your notes are ready', message: `Saved as ${name}` })
    },
    onError: (thrown) =>
      showError(
        isSilence(thrown)
          ? 'Your notes could not be exported: you seem to be offline.'
          : 'Your notes could not be exported. Please try again.',
      ),
  })
  return (
    <Button onClick={() => mutate()} disabled={isPending}>
      <Download aria-hidden="true" />
      {isPending ? 'Preparing...' : 'Export as Markdown'}
    </Button>
  )
}
