/**
 * The paths to unsubscribe from the newsletter, from the emails that ask for reviews, or from stock alerts. Not in lib/paths.ts, which every page loads: only emails and one page
 * need them.
 */
const token = (value: string): string => `?${new URLSearchParams({ token: value })}`;

export const unsubscribePaths = {
  /** The page, for people. */
  page: (value: string) => `/unsubscribe${token(value)}`,
  /** The endpoint of that page and of the one-click unsubscribe of email clients (RFC 8058). */
  api: (value: string) => `/api/unsubscribe${token(value)}`,
} as const;

/** What the tokens of links that end stock alerts begin with: the page tells them from others. */
export const alertPrefix = 'alert.';
