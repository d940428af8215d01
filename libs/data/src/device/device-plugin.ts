/** A Vite plugin for both applications that adds `deviceScript` to the head of the page. */
export function devicePlugin() {
  return {
    name: 'rookies-device',
    transformIndexHtml: () => [
      { tag: 'script', children: deviceScript(), injectTo: 'head-prepend' as const },
    ],
  }
}

/**
 * Returns a script that is executed before all libraries. It deletes storages that the browser has but does not allow,
 * because libraries only check whether they exist, and replaces a forbidden `BroadcastChannel` by one that does
 * nothing, because Auth's client would throw an error. The content security policy contains the hash of the script.
 */
export function deviceScript(): string {
  return `(function(w){['localStorage','sessionStorage'].forEach(function(n){try{w[n].length}catch(e){delete w[n]}});try{new w.BroadcastChannel('').close()}catch(e){var C=class extends EventTarget{postMessage(){}close(){}};Reflect.defineProperty(w,'BroadcastChannel',{value:C,configurable:true})}})(window)`
}
