/** Names that always mean this machine, as `URL.hostname` writes them. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request was sent to this machine under one of its own names. A page elsewhere whose name is pointed at
 * this machine ("DNS rebinding") counts here as ours in every other way.
 * @param url the request's own, with any port
 * @param more other names that it was started for, with commas between them
 */
export const isLocalHost = (url: string, more = ''): boolean =>
  [...loopback, ...more.split(',')].includes(new URL(url).hostname);
