import { createFileStore } from '@rookies/data/files/file-store'
import { lessonAddresses } from '@rookies/data/files/lesson-addresses'
import { namedPaths, type StoredFile } from '@rookies/data/files/stored-file'
import type { ReadAddresses } from '@rookies/ui/markdown/text-file'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBackend } from '../../../app/backend'

/** Returns the files that a text refers to, with signed addresses for the preview (rules/files#fetch). */
export function usePreviewFiles(
  source: string,
  known: readonly StoredFile[],
): { files: StoredFile[]; readAddresses: ReadAddresses } {
  const { client, project } = useBackend()
  // TanStack Query is used directly, because an edge function signs addresses, not Refine's data provider.
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
