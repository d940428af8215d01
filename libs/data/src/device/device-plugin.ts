/** A Vite plugin for both applications: puts the script into the page's head. */
export function devicePlugin() {
  return {
    name: 'rookies-device',
    transformIndexHtml: () => [
      { tag: 'script', children: deviceScript(), injectTo: 'head-prepend' as const },
    ],
  }
}

/**
 * A script for the page's head, before any library: what this browser names and refuses leaves the page, and in the place of
 * channels between tabs stand silent ones. Auth's client opens a channel, and would stop there; others look for a storage by
 * its name. Out: the script's text, which the content security policy names by its hash.
 */
export function deviceScript(): string {
  return `(function(w){['localStorage','sessionStorage'].forEach(function(n){try{w[n].length}catch(e){delete w[n]}});try{new w.BroadcastChannel('').close()}catch(e){var C=class extends EventTarget{postMessage(){}close(){}};Reflect.defineProperty(w,'BroadcastChannel',{value:C,configurable:true})}})(window)`
}
