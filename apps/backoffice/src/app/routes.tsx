import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { AdminHome } from './admin-home'
import { CrashScreen } from './crash-screen'
import { NeedGuard } from './need-guard'
import { NotFound } from './not-found'
import { PanelGuard } from './panel-guard'
import { PanelLoading } from './panel-loading'
import { PANEL_RESOURCES } from './resources'
import { Root } from './root'
import { Shell } from './shell/shell'

/** Each resource's screens behind the resource's own need. */
function screenRoutes(): RouteObject[] {
  return PANEL_RESOURCES.map(({ need, screens }) => ({
    element: <NeedGuard need={need} />,
    children: screens.map(({ path, load }) => ({ path, lazy: { Component: load } })),
  }))
}

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <PanelLoading />,
      children: [
        {
          element: <PanelGuard />,
          children: [
            {
              path: '/admin',
              element: <Shell />,
              children: [
                { index: true, element: <AdminHome /> },
                ...screenRoutes(),
                { path: '*', element: <NotFound /> },
              ],
            },
          ],
        },
        { path: '*', element: <NotFound /> },
      ],
    },
  ])
}
