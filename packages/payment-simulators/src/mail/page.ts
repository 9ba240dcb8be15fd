/** The mailbox as one can read it, below /dev/mail. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Html, page, policy, timeOf } from '../front/page.ts';
import type { Message } from './api.ts';

const row = ({ id, to, subject, at }: Message): Html => html`
  <li>
    <a href="/dev/mail/${id}">${subject || '(no subject)'}</a>
    <span class="soft">to ${to.join(', ')} · ${timeOf(at)}</span>
  </li>`;

/** Newest first. */
const listPage = (messages: readonly Message[]): Html =>
  page({
    title: 'Mailbox',
    script: '/dev/mail/refresh.js',
    body: html`
      <p><a href="/dev">All simulators</a></p>
      <h1>Mailbox</h1>
      <p class="soft">Every email that the shop sends, newest first. This page updates itself.</p>
      <div id="messages" role="status">
        ${
          messages.length
            ? html`<ul class="plain-list">${messages.toReversed().map(row)}</ul>`
            : html`<p class="empty">No emails yet. Sign up, order something or ask for a new password.</p>`
        }
      </div>`,
  });

const fact = (name: string, value: string): Html =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : html``;

/** Links of a mail open in a tab of their own: its frame may go nowhere. */
const withBase = (text: string): string => {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(text) ? text.replace(/<head[^>]*>/i, (head) => head + base) : base + text;
};

const messagePage = (mail: Message): Html =>
  page({
    title: `${mail.subject || '(no subject)'} · Mailbox`,
    style: '/dev/mail/mail.css',
    body: html`
      <p><a href="/dev/mail">Mailbox</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl class="facts">
        ${fact('From', mail.from)} ${fact('To', mail.to.join(', '))} ${fact('Reply to', mail.reply_to ?? '')}
        ${fact('Sent', timeOf(mail.at))}
        ${Object.entries(mail.headers ?? {}).map(([name, value]) => fact(name, value))}
      </dl>
      <div class="beside">
        <section aria-labelledby="as-html">
          <h2 id="as-html">HTML</h2>
          ${
            mail.html === undefined
              ? html`<p class="empty">None.</p>`
              : html`<iframe class="mail" title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${withBase(mail.html)}"></iframe>`
          }
        </section>
        <section aria-labelledby="as-text">
          <h2 id="as-text">Plain text</h2>
          ${mail.text === undefined ? html`<p class="empty">None.</p>` : html`<pre class="mail">${mail.text}</pre>`}
        </section>
      </div>`,
  });

/** The frame's content inherits this policy: no script, no other hosts, only its own styles. */
const mailPolicy = policy({
  'script-src': "'none'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'none'",
});

export function mailPages(messages: () => readonly Message[]): Hono {
  const app = new Hono();
  app.get('/', (c) => c.html(listPage(messages())));
  app.get('/:id', (c) => {
    const mail = messages().find(({ id }) => id === c.req.param('id'));
    if (!mail) return c.notFound();
    c.header('Content-Security-Policy', mailPolicy);
    return c.html(messagePage(mail));
  });
  return app;
}
