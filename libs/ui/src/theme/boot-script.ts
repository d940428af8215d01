/** The key in local storage of the chosen theme: `light`, `dark` or `system`. */
export const THEME_STORAGE_KEY = 'rookies-theme'

/**
 * Sets `data-theme` before anything is painted. The script is inline in the page's head, and the content security
 * policy allows it by its hash, so it must reach the page byte for byte.
 */
export const THEME_BOOT_SCRIPT = `(function(){var c;try{c=localStorage.getItem('${THEME_STORAGE_KEY}')}catch(e){}var d=c==='dark'||(c!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);document.documentElement.dataset.theme=d?'dark':'light'})()`
