/** The mailbox as one can read it. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Html, type Page, policy, timeOf } from '../pages/page.ts';
import type { Mailbox, Message } from './mailbox.ts';

const row = ({ id, to, subject, at }: Message, path: string): Html => html`
  <li>
    <a href="${path}/mail/${id}">${subject || '(no subject)'}</a>
    <span class="soft">to ${to.join(', ')} · ${timeOf(at)}</span>
  </li>`;

/** Newest first. */
const list = (messages: readonly Message[], path: string): Html => html`
  <p><a href="">All simulators</a></p>
  <h1>Mailbox</h1>
  <p class="soft">Every email that the shop sends, newest first. This page updates itself.</p>
  <div id="messages" role="status">
    ${messages.length ? html`<ul class="list">${messages.toReversed().map((one) => row(one, path))}</ul>` : html`<p>No emails yet.</p>`}
  </div>`;

const header = (name: string, value?: string): Html =>
  value ? html`<dt class="soft">${name}</dt><dd>${value}</dd>` : html``;

/** Links of an email open in a tab of their own: its frame may go nowhere. */
const withBase = (text: string): string => {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(text) ? text.replace(/<head[^>]*>/i, (head) => head + base) : base + text;
};

const message = (mail: Message): Html => html`
  <p><a href="mail">Mailbox</a></p>
  <h1>${mail.subject || '(no subject)'}</h1>
  <dl class="headers">
    ${header('From', mail.from)} ${header('To', mail.to.join(', '))} ${header('Reply to', mail.reply_to)}
    ${header('Sent', timeOf(mail.at))}
    ${Object.entries(mail.headers ?? {}).map(([name, value]) => header(name, value))}
  </dl>
  <div class="bodies">
    <section aria-labelledby="as-html">
      <h2 id="as-html">HTML</h2>
      <iframe class="email" title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${withBase(mail.html ?? 'None.')}"></iframe>
    </section>
    <section aria-labelledby="as-text">
      <h2 id="as-text">Plain text</h2>
      <pre class="email">${mail.text ?? 'None.'}</pre>
    </section>
  </div>`;

/** The frame's content inherits this policy: no script, no other hosts, only its own styles. */
const mailPolicy = policy({
  'script-src': "'none'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'none'",
});

/** @param path below which a proxy serves the pages; empty without one */
export function mailPages({ messages }: Mailbox, page: Page, path: string): Hono {
  const app = new Hono();
  app.get('/', (c) =>
    c.html(page({ title: 'Mailbox', script: 'mail/refresh.js', body: list(messages, path) })),
  );
  app.get('/:id', (c) => {
    const mail = messages.find(({ id }) => id === c.req.param('id'));
    if (!mail) return c.notFound();
    c.header('Content-Security-Policy', mailPolicy);
    return c.html(page({ title: `${mail.subject || '(no subject)'} · Mailbox`, body: message(mail) }));
  });
  return app;
}
