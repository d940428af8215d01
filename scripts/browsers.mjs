// npm run browsers: the main ways through the product in Firefox and WebKit.
import './lib/node-version.mjs'

import('./lib/other-browsers.mjs').then(({ tryOtherBrowsers }) => tryOtherBrowsers())
