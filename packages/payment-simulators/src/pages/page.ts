/** The frame of every page, and the headers that pages answer with. */
import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';

/** Text that is HTML already, with everything put into it escaped. */
export type Html = ReturnType<typeof html>;

type PageOptions = {
  title: string;
  body: Html;
  /** A script file of the pages. */
  script?: string;
  /** Narrower, for something that is read or done in one place. */
  isNarrow?: boolean;
};

/** A whole page, with a strip on top that says TEST MODE. Relative URLs in it begin at the pages' root. */
export type Page = (options: PageOptions) => Html;

/** @param path of the pages' root, without the last slash */
export const pageBelow =
  (path: string): Page =>
  ({ title, body, script, isNarrow = false }) =>
    html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <base href="${path}/">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="style.css">
    ${script ? html`<script type="module" src="${script}"></script>` : ''}
  </head>
  <body>
    <header class="strip"><strong>TEST MODE</strong> No money moves and no email leaves this machine.</header>
    <main class="${isNarrow ? 'narrow' : 'wide'}">${body}</main>
  </body>
</html>`;

/** Source lists of the Content-Security-Policy, by directive; nothing else is loaded. */
const usual = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'self'",
  'frame-ancestors': "'none'",
};

/** @param changes directives that are other than usual for this answer */
export const policy = (changes: Record<string, string> = {}): string =>
  Object.entries({ ...usual, ...changes })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** Headers of every page; one that needs another policy sets it itself. */
export const pageHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy());
  c.header('X-Robots-Tag', 'noindex');
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'same-origin');
};

/** Refuses forms of other sites: a browser sends where a request comes from. */
export const ownRequestsOnly: MiddlewareHandler = async (c, next) => {
  const from = c.req.header('sec-fetch-site');
  if (c.req.method === 'POST' && from && from !== 'same-origin' && from !== 'none')
    return c.text('Forbidden', 403);
  return next();
};

/** `Sat, 21 Nov, 2:31:05 pm`. @param at ms */
export const timeOf = (at: number): string =>
  new Date(at).toLocaleString('en-IN', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  });
