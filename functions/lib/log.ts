/**
 * The Worker's log: one line of JSON an event. Each line carries the request's id, which the response carries too
 * (`X-Request-Id`). The log holds nothing about a person: no address, name, email, token or body. Routes are logged as
 * their patterns.
 */

type Level = 'info' | 'warn' | 'error';
type Fields = Record<string, string | number | boolean | null | undefined>;

/** Writes one line. @param fields values that we chose, never what a client sent */
export function log(level: Level, fields: Fields): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes logs
  console[level](JSON.stringify({ level, ...fields }));
}

/** The messages of an error and its causes, without what a query was about. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause ? ` <- ${describeError(error.cause)}` : '';
  // drizzle's message contains the parameters of a failed query, such as names and addresses.
  return `${error.name}: ${error.message.split('\nparams:')[0]}${cause}`;
}
