/**
 * A Vite plugin for both applications: says at the top of the page that no request names more of it than
 * its origin, which players ask for, and clears the address. Stands behind every other plugin that puts
 * something into the head, so that it comes before all of that.
 */
export function cleanAddressPlugin() {
  return {
    name: 'rookies-arrival',
    transformIndexHtml: {
      order: 'post' as const,
      handler: () => [
        {
          tag: 'meta',
          attrs: { name: 'referrer', content: 'strict-origin' },
          injectTo: 'head-prepend' as const,
        },
        { tag: 'script', children: cleanAddressScript(), injectTo: 'head-prepend' as const },
      ],
    },
  }
}

declare global {
  interface Window {
    /** The address that the visit began with, where `cleanAddressScript` found something secret in it. */
    rookiesCallbackAddress?: string | undefined
  }
}

/**
 * A script for the very beginning of the page's head: what looks like a secret leaves the address before
 * a request could name it as its referrer, and before the history keeps it. It keeps no more than the
 * path; `captureCallback`, which knows the rules, puts back what may stay. Out: the script's text, which the
 * content security policy names by its hash.
 */
export function cleanAddressScript(): string {
  return `(function(l){if(/_token|token_hash|[?&#](?:code|error)|^\\/(?!signup|join|accept-invite).*[?&]token=|^\\/reset-password\\/./.test(l.pathname+l.search+l.hash)){window.rookiesCallbackAddress=l.href;history.replaceState(history.state,'',l.pathname.replace(/^(\\/reset-password)\\/.*/,'$1'))}})(location)`
}
