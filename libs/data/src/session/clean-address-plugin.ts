/**
 * A Vite plugin for both applications that puts two things at the top of the page's head: a referrer policy that sends
 * only the origin, which video players need, and `cleanAddressScript`. It must run after every other plugin that adds
 * to the head, so that its tags come first.
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
    /** The address at the beginning of the visit, if `cleanAddressScript` found a possible secret in it. */
    rookiesCallbackAddress?: string | undefined
  }
}

/**
 * Returns a script for the beginning of the page's head. It removes everything that looks like a secret from the
 * address before a request could send the address as its referrer, and before the history stores it. Only the path
 * stays; `captureCallback`, which knows the rules, restores the rest. The content security policy contains the script's
 * hash.
 */
export function cleanAddressScript(): string {
  return `(function(l){if(/_token|token_hash|[?&#](?:code|error|proof=)|^\\/(?!signup|join|accept-invite).*[?&]token=|^\\/(?:reset-password|confirm-email)\\/./.test(l.pathname+l.search+l.hash)){window.rookiesCallbackAddress=l.href;history.replaceState(history.state,'',l.pathname.replace(/^(\\/(?:reset-password|confirm-email))\\/.*/,'$1'))}})(location)`
}
