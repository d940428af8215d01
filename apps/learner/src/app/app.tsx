import { LIBRARY_PATH } from '@rookies/data/access/home'
import type { DataClient } from '@rookies/data/client'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom'
import { DataProvider } from '../shared/data-context'
import { Toaster } from '../ui/toaster'
import styles from './app.module.css'
import { ConnectionNotice } from './connection-notice'
import { CourseRedirect } from './course-redirect'
import { ErrorBoundary } from './error-boundary'
import { FrontPage } from './front-page'
import { Guard } from './guard'
import { ScreenPage } from './screen-page'
import { MEMBER_SCREENS, NOT_FOUND, PUBLIC_SCREENS, type Screen, WELCOME } from './screens'

interface AppProps {
  client: DataClient
  queries: QueryClient
}

export function App({ client, queries }: AppProps) {
  return (
    <>
      <BrowserRouter>
        <ErrorBoundary>
          <QueryClientProvider client={queries}>
            <DataProvider client={client}>
              <Routes>
                <Route path={WELCOME.path} element={<FrontPage />} />
                {PUBLIC_SCREENS.map(route)}
                <Route element={<Guard />}>{MEMBER_SCREENS.map(route)}</Route>
                <Route path="/app" element={<Navigate to={LIBRARY_PATH} replace />} />
                <Route path="/courses/:slug" element={<CourseRedirect />} />
                {route(NOT_FOUND)}
              </Routes>
            </DataProvider>
          </QueryClientProvider>
        </ErrorBoundary>
      </BrowserRouter>
      <div className={styles.messages}>
        <Toaster />
        <ConnectionNotice />
      </div>
    </>
  )
}

function route(screen: Screen) {
  return <Route key={screen.path} path={screen.path} element={<ScreenPage screen={screen} />} />
}
