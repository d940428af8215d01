import { createFileStore } from '@rookies/data/files/file-store'
import { lessonAddresses } from '@rookies/data/files/lesson-addresses'
import { namedPaths, type StoredFile } from '@rookies/data/files/stored-file'
import type { ReadAddresses } from '@rookies/ui/markdown/text-file'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBackend } from '../../../app/backend'

/** What the preview of a text shows of its files: those that it names, and where they can be fetched (rules/files#fetch). */
export function usePreviewFiles(
  source: string,
  known: readonly StoredFile[],
): { files: StoredFile[]; readAddresses: ReadAddresses } {
  const { client, project } = useBackend()
  // Raw: an edge function signs them, of which Refine's data provider knows nothing.
  const queries = useQueryClient()
  const files = useMemo(() => {
    const named = new Set(namedPaths(source))
    return known.filter(({ path }) => named.has(path))
  }, [source, known])
  return {
    files,
    readAddresses: async (failed) => {
      const preview = { id: 'preview', lesson_files: files }
      const store = createFileStore(project, client)
      const found = await lessonAddresses(queries, store, preview, failed)
      return found ? { found, away: false } : { found: new Map(), away: true }
    },
  }
}
