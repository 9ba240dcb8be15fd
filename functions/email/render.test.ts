/** The emails contain what they must, in HTML and plain text. */
import { describe, expect, test } from 'vitest';
import { store } from '../lib/store.ts';
import type { EmailData } from './email-data.ts';
import { renderEmail } from './render.ts';
import { emailContext, expectNoText, expectText, linksOf, readEmail } from './testing/read-email.ts';
import { sampleEmails } from './testing/sample-emails.ts';

describe.each(Object.values(sampleEmails))('$kind', (data) => {
  const { subject, text, html, headers } = renderEmail(data, emailContext);

  test('has a subject of its own, in one line that is shown', () => {
    expect(subject).toMatch(/^[^\n\r]{10,80}$/);
    const others = Object.values(sampleEmails).filter((other) => other.kind !== data.kind);
    expect(others.map((other) => renderEmail(other, emailContext).subject)).not.toContain(subject);
  });

  test('ends with the legal entity, the contact and the reason for the email', () => {
    const { care, legal } = store;
    expectText(data, 'You get this email because', care.email, care.phone, care.hours, legal.entity);
    expectText(data, legal.address?.join(', '));
    expect(linksOf(html)).toContain(`mailto:${care.email}`);
  });

  test('says the same in both forms, with the same links', () => {
    for (const to of linksOf(html))
      if (to.startsWith('https:')) expect(text).toContain(to.replaceAll('&amp;', '&'));
    for (const [, label] of html.matchAll(/class="button"[^>]*>(.*?)<\/a>/g))
      expect(text).toContain(`${label?.replace(/<!--.*?-->/g, '')}:\nhttps://`);
    const [plain = '', rich = ''] = readEmail(data).forms;
    // HTML has tables, plain text has lines; every amount is in both.
    const amounts = (form: string) => new Set(form.match(/₹[\d,.]+\d/g));
    expect(amounts(plain)).toEqual(amounts(rich));
  });

  test('plain text is wrapped and has no markup', () => {
    for (const line of text.split('\n'))
      if (!line.includes('https://')) expect(line.length).toBeLessThanOrEqual(72);
    expect(text).not.toMatch(/<\w|&\w+;|undefined|\[object|null/);
    expect(text).not.toMatch(/\n{4}/);
  });

  test('HTML is one document without requests or scripts', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en-IN">/);
    expect(html).not.toMatch(/<(img|script|link|iframe|form|input|object)\b|url\(|@import|\son\w+=/i);
    expect(html).not.toMatch(/undefined|\[object|null/);
    expect(html).toContain('max-width:600px');
    expect(html).toContain('prefers-color-scheme: dark');
    // Gmail truncates emails above 102 KB.
    expect(html.length).toBeLessThan(60_000);
  });

  test('has a preheader that differs from the heading and the first line', () => {
    const [, preheader = ''] = /class="hidden"[^>]*>([^&<]+)/.exec(html) ?? [];
    expect(preheader.length).toBeGreaterThan(10);
    const [, heading, first] = /<h1[^>]*>([^<]*).*?<p[^>]*>([^<]*)/s.exec(html) ?? [];
    expect([heading, first]).not.toContain(preheader);
  });

  test('is marked as automatic; only optional emails have unsubscribe headers', () => {
    const isOptional = ['welcome', 'review_request', 'stock_alert'].includes(data.kind);
    expect(headers['Auto-Submitted']).toBe('auto-generated');
    expect('List-Unsubscribe' in headers).toBe(isOptional);
    expect(text.includes('unsubscribe?token=')).toBe(isOptional);
  });
});

describe('welcome', () => {
  test('has the code, the discount, the last day and the condition', () => {
    expectText(sampleEmails.welcome, 'HELLO-7QK4-M2XP', '10% off one order of ₹499.00 or more');
    expectText(
      sampleEmails.welcome,
      'valid until 21 Dec 2026',
      'signed in with the address that received this email',
    );
  });

  test.each([
    'https://shop.example/unsubscribe?token=a.b-1',
    'https://shop.example/api/unsubscribe?token=a.b-1',
  ])('has an unsubscribe page and a one-click URL: %s', (unsubscribeUrl) => {
    const { headers, html, text } = readEmail({ ...sampleEmails.welcome, unsubscribeUrl });
    expect(headers).toMatchObject({
      'List-Unsubscribe': '<https://shop.example/api/unsubscribe?token=a.b-1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(html).toMatch(/<a href="https:\/\/shop.example\/unsubscribe\?token=a.b-1"[^>]*>Unsubscribe<\/a>/);
    expect(text).toContain('Unsubscribe: https://shop.example/unsubscribe?token=a.b-1\n');
  });
});

describe('emails about an account', () => {
  const links = (data: EmailData) =>
    linksOf(readEmail(data).html).filter((to) => to.startsWith('http') && to !== 'https://shop.example');

  test.each([sampleEmails.password_reset, sampleEmails.email_change])(
    '$kind has its link as a button and as text, says how long it works, and has no other link',
    (data) => {
      expect(links(data)).toEqual([data.url, data.url]);
      expect(readEmail(data).text).toContain(`\n${data.url}\n`);
      expectText(data, `once, for ${data.minutes} minutes`, 'Was this not you? You can ignore this email');
    },
  );

  test.each([sampleEmails.password_changed, sampleEmails.email_changed, sampleEmails.account_deleted])(
    '$kind says whom to contact',
    (data) => {
      expectText(data, 'Was this not you?', `write to ${store.care.email}`.slice(6), store.care.phone);
      expect(links(data).filter((to) => to !== 'https://shop.example/forgot')).toEqual([]);
    },
  );
  test('password_changed links to the page for choosing another password', () =>
    expect(links(sampleEmails.password_changed)).toEqual(['https://shop.example/forgot']));

  test('email_changed masks the new address', () => {
    expectText(sampleEmails.email_changed, 'a•••@e•••.com');
    expectNoText(sampleEmails.email_changed, /asha|rao@|example\.com/);
  });
  test('email_change names the new address', () =>
    expectText(sampleEmails.email_change, 'asha.rao@example\u200a.com'));
});

describe('the receipt of a message', () => {
  test('quotes the whole message', () => {
    const { subject, text } = readEmail(sampleEmails.ticket_received);
    expect(subject).toBe('We have your message: Serum came leaking [T-1B9D6BCD]');
    expectText(sampleEmails.ticket_received, 'Your reference', 'T-1B9D6BCD');
    expect(text).toContain(
      '> Serum came leaking\n>\n> Hello,\n>\n> the serum in my parcel came leaking.\n> The box was dry outside.\n',
    );
    expectText(sampleEmails.ticket_received, 'Thank you, Asha Rao');
  });
  test('stored by an older version, has no reference', () => {
    const { reference: _, ...older } = sampleEmails.ticket_received;
    expect(readEmail(older).subject).toBe('We have your message: Serum came leaking');
  });
  test.each([null, '', '  '])('a name of %j is not greeted', (name) =>
    expectText({ ...sampleEmails.ticket_received, name }, 'Thank you for writing'),
  );
});

describe('the answer to a message', () => {
  const answered = sampleEmails.ticket_answer;
  test('has the ticket’s reference in its subject, the reply line by line, and the message below', () => {
    const { subject, text } = readEmail(answered);
    expect(subject).toBe('Re: Serum came leaking [T-1B9D6BCD]');
    expect(text).toContain(
      'leaves tomorrow:\nVitamin C Glow Serum\n30 ml\n\nIts way can be followed at https://shop.example/orders.\n\nPriya\n\nReply to',
    );
    expect(text).toContain('> Serum came leaking\n>\n> Hello,\n>\n> the serum in my parcel came leaking.');
    expectText(answered, 'Hello Asha Rao');
  });
  test('keeps its lines in HTML too, one paragraph after the other', () => {
    const { html } = readEmail(answered);
    expect(html).toMatch(/leaves tomorrow:<br>Vitamin C Glow Serum<br>30 ml<\/p>\s*<p[^>]*>Its way/);
  });
});

test.each([
  ['operator', 'A new operator', 'Asha Rao is now an operator of', 'chooses a new one'],
  [
    'shopper',
    'An operator was removed',
    'Asha Rao is no longer an operator of',
    'Its password stays the same',
  ],
] as const)('role changed to %s: who changed it, and a link to the desk', (role, heading, subject, after) => {
  const data = { ...sampleEmails.role_changed, role };
  expectText(data, heading, 'Priya Nair has made Asha Rao (asha@example', after, 'signed out everywhere');
  expect(readEmail(data).subject).toContain(subject);
  expect(linksOf(readEmail(data).html)).toContain('https://shop.example/desk#people');
});

test.each([
  [
    'reset',
    'Two-step sign-in was reset',
    'Priya Nair has reset the two-step sign-in of Asha Rao (asha@example',
  ],
  ['set_up', 'Two-step sign-in was set up', 'Asha Rao (asha@example'],
] as const)('second factor %s: whose, and a link to the desk', (change, heading, ...said) => {
  const data = { ...sampleEmails.second_factor, change };
  expectText(data, heading, ...said);
  expect(linksOf(readEmail(data).html)).toContain('https://shop.example/desk#people');
});

test('operator_flag lists its lines', () => {
  expectText(sampleEmails.operator_flag, 'Payment does not match order ORD-482913', 'Stripe took $927.42');
  expect(readEmail(sampleEmails.operator_flag).text).toContain('* The order asks for ₹92,742.30\n');
});

test('links use the shop’s url, names come from store.yaml', () => {
  const elsewhere = { store: { ...store, name: 'Neem & Co' }, url: 'http://localhost:8787' };
  const { subject, html, text } = renderEmail(sampleEmails.welcome, elsewhere);
  expect(subject).toContain('Neem & Co');
  expect(html).toContain('Neem &amp; Co');
  expect(text).toContain('http://localhost:8787/collection');
  expect(html + text).not.toContain('Harita<');
  const twoLines = { ...elsewhere, store: { ...store, name: 'Neem\nCo' } };
  expect(renderEmail(sampleEmails.welcome, twoLines).subject).toBe(
    'Welcome to Neem Co: your code for 10% off',
  );
});
