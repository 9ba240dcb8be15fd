/** Names of this machine, as `URL.hostname` writes them. */
export const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
