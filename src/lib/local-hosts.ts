/** Names of this machine, as `URL.hostname` writes them. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request uses a name of this machine. This refuses DNS rebinding: a foreign page whose name points to this
 * machine passes every other check.
 * @param url of the request, with any port
 * @param more further allowed names, separated by commas
 */
export const isLocalHost = (url: string, more = ''): boolean =>
  [...loopback, ...more.split(',')].includes(new URL(url).hostname);
