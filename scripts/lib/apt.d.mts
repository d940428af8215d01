/**
 * Installs the first of several packages of Debian or Ubuntu that can be installed, if this process may install. Returns
 * whether a package was installed.
 */
export function installWithApt(packages: string[]): boolean
