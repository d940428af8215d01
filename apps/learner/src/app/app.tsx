import { LIBRARY_PATH } from '@rookies/data/access/home'
import type { DataClient } from '@rookies/data/client'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom'
import { DataProvider } from '../shared/data-context'
import { Toaster } from '../ui/toaster'
import { CourseRedirect } from './course-redirect'
import { ErrorBoundary } from './error-boundary'
import { Guard } from './guard'
import { MEMBER_SCREENS, PUBLIC_SCREENS, type Screen } from './screens'

const NotFound = lazy(() => import('./not-found'))

interface AppProps {
  client: DataClient
  queries: QueryClient
}

/** The learner portal: every address and what answers it. */
export function App({ client, queries }: AppProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <DataProvider client={client}>
          <BrowserRouter>
            <Suspense>
              <Routes>
                {PUBLIC_SCREENS.map(route)}
                <Route element={<Guard />}>{MEMBER_SCREENS.map(route)}</Route>
                <Route path="/app" element={<Navigate to={LIBRARY_PATH} replace />} />
                <Route path="/courses/:slug" element={<CourseRedirect />} />
                <Route path="*" element={<NotFound />} />
              </Routes>
            </Suspense>
          </BrowserRouter>
          <Toaster />
        </DataProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

const loaded = new Map<Screen['load'], ReturnType<typeof lazy>>()

/** One component for one file, also where two addresses share it: moving between them keeps it. */
function screenFor(load: Screen['load']) {
  const known = loaded.get(load) ?? lazy(load)
  loaded.set(load, known)
  return known
}

function route({ path, load }: Screen) {
  const Page = screenFor(load)
  return <Route key={path} path={path} element={<Page />} />
}
