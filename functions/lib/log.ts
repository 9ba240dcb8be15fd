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

/** Where an error was thrown: the calls alone, since a stack begins with the message, which may hold a person's data. */
function callsOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const calls = start < 0 ? '' : stack.slice(start + message.length);
  return calls.split('\n').flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? []);
}

/** The calls of an error and of its causes, the latest first. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause ? [`caused by ${stackOf(error.cause)}`] : [];
  return [...callsOf(error).slice(0, 20), ...cause].join(' | ');
}

/** Writes one line for an error, with its stack. */
export const logError = (error: unknown, fields: Fields): void =>
  log('error', { ...fields, error: describeError(error), stack: stackOf(error) });

/** Writes one line for an error that something else makes up for. */
export const logCause = (message: string, error: unknown): void =>
  log('warn', { message, cause: describeError(error) });

/** The messages of an error and its causes, without what a query was about. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause ? ` <- ${describeError(error.cause)}` : '';
  // drizzle's message contains the parameters of a failed query, such as names and addresses.
  return `${error.name}: ${error.message.split('\nparams:')[0]}${cause}`;
}
