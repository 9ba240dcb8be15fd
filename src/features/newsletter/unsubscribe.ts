/**
 * Where a reader of the newsletter leaves it. Not in lib/paths.ts: only the letters and one page need it,
 * and every page carries that file.
 */
const token = (value: string): string => `?${new URLSearchParams({ token: value })}`;

export const unsubscribePaths = {
  /** The page that asks and tells, for people. */
  page: (value: string) => `/unsubscribe${token(value)}`,
  /** Takes the POST of that page and, with one click, of a mail client (RFC 8058). */
  api: (value: string) => `/api/unsubscribe${token(value)}`,
} as const;
