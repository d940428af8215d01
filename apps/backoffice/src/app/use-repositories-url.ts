import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { panelOf } from './panel-resource'

/** Returns the address of the table of an assignment's repositories in the open panel. */
export function useRepositoriesUrl(): (lessonId: string) => string {
  const { pathname } = useLocation()
  const panel = panelOf(pathname)
  return useCallback((lessonId) => `/${panel}/reviews/repositories/${lessonId}`, [panel])
}
