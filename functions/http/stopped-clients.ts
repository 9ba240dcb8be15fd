/**
 * Clients above a limit of the outer guard that this isolate has seen. What an ETag answers is known after the work, so only
 * they are refused before it: a client with made-up ETags costs no more than others.
 */

/** Sessions and networks, the latest. */
const most = 10_000;
const stopped = new Set<string>();

export const isStopped = (client: string): boolean => stopped.has(client);

export function stopClient(client: string): void {
  stopped.add(client);
  if (stopped.size > most) for (const oldest of stopped) return void stopped.delete(oldest);
}

/** After a request that was below the limit again. */
export const admitClient = (client: string): boolean => stopped.delete(client);
