import { SITE_NAME_KEY } from '../../../data/src/device/store'

/** The key in local storage of the chosen theme: `light`, `dark` or `system`. */
export const THEME_STORAGE_KEY = 'rookies-theme'

/**
 * Sets `data-theme`, and the school's name as the title, before anything is painted. The script is inline in the page's
 * head, and the content security policy allows it by its hash, so it must reach the page byte for byte.
 */
export const THEME_BOOT_SCRIPT = `(function(){var c,n;try{c=localStorage.getItem('${THEME_STORAGE_KEY}');n=localStorage.getItem('${SITE_NAME_KEY}')}catch(e){}if(n)document.title=n;var d=c==='dark'||(c!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);document.documentElement.dataset.theme=d?'dark':'light'})()`
