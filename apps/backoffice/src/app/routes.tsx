import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { CrashScreen } from './crash-screen'
import { lazyScreen } from './lazy-screen'
import { NeedGuard } from './need-guard'
import { NotFound } from './not-found'
import { PanelGuard } from './panel-guard'
import { PanelLoading } from './panel-loading'
import type { Panel } from './panel-resource'
import { PANEL_RESOURCES } from './resources'
import { Root } from './root'
import { Shell } from './shell/shell'

/** Returns the routes of a panel's resources, each guarded by the right that the resource needs. */
function screenRoutes(panel: Panel): RouteObject[] {
  return PANEL_RESOURCES.filter((resource) => resource.panel === panel).map(
    ({ need, screens }) => ({
      element: <NeedGuard need={need} />,
      children: screens.map(({ path, load }) => ({
        path,
        lazy: { Component: lazyScreen(load) },
      })),
    }),
  )
}

function panelRoutes(panel: Panel): RouteObject {
  return {
    element: <PanelGuard panel={panel} />,
    children: [
      {
        element: <Shell panel={panel} />,
        children: [
          {
            // An error in a screen is shown inside the panel's frame, until another screen is opened.
            errorElement: <CrashScreen within />,
            children: [
              ...screenRoutes(panel),
              { path: `/${panel}/*`, element: <NotFound panel={panel} /> },
            ],
          },
        ],
      },
    ],
  }
}

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <PanelLoading />,
      children: [
        panelRoutes('admin'),
        panelRoutes('moderator'),
        { path: '*', element: <NotFound /> },
      ],
    },
  ])
}
