import { deviceScript } from './device-script'

/** A Vite plugin for both applications: puts the script into the page's head. */
export function devicePlugin() {
  return {
    name: 'rookies-device',
    transformIndexHtml: () => [
      { tag: 'script', children: deviceScript(), injectTo: 'head-prepend' as const },
    ],
  }
}
