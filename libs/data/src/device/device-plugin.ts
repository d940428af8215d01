/** A Vite plugin for both applications that puts `deviceScript` into the page's head. */
export function devicePlugin() {
  return {
    name: 'rookies-device',
    transformIndexHtml: () => [
      { tag: 'script', children: deviceScript(), injectTo: 'head-prepend' as const },
    ],
  }
}

/**
 * Returns a script that runs before any library. It deletes the storages that the browser names but refuses, because
 * libraries look for a storage by its name, and replaces a refused `BroadcastChannel` by a silent one, because Auth's
 * client would fail when it opens a channel. The content security policy contains the script's hash.
 */
export function deviceScript(): string {
  return `(function(w){['localStorage','sessionStorage'].forEach(function(n){try{w[n].length}catch(e){delete w[n]}});try{new w.BroadcastChannel('').close()}catch(e){var C=class extends EventTarget{postMessage(){}close(){}};Reflect.defineProperty(w,'BroadcastChannel',{value:C,configurable:true})}})(window)`
}
