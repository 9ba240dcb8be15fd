/** Every letter says what it must, in both forms; what is peculiar to one kind stands below. */
import { describe, expect, test } from 'vitest';
import { store } from '../lib/store.ts';
import { type LetterData, writeLetter } from './email.ts';
import { linksOf, read, says, saysNot, shop } from './testing/read-email.ts';
import { everyLetter } from './testing/sample-emails.ts';

describe.each(Object.values(everyLetter))('$kind', (data) => {
  const { subject, text, html, headers } = writeLetter(data, shop);

  test('has a subject of its own, in one line that is shown', () => {
    expect(subject).toMatch(/^[^\n\r]{10,80}$/);
    const others = Object.values(everyLetter).filter((other) => other.kind !== data.kind);
    expect(others.map((other) => writeLetter(other, shop).subject)).not.toContain(subject);
  });

  test('ends with who we are, how to reach us, and why it came', () => {
    const { care, legal } = store;
    says(data, 'You get this email because', care.email, care.phone, care.hours, legal.entity);
    says(data, legal.address.join(', '));
    expect(linksOf(html)).toContain(`mailto:${care.email}`);
  });

  test('says the same in both forms, links included', () => {
    for (const to of linksOf(html))
      if (to.startsWith('https:')) expect(text).toContain(to.replaceAll('&amp;', '&'));
    for (const [, label] of html.matchAll(/class="button"[^>]*>(.*?)<\/a>/g))
      expect(text).toContain(`${label?.replace(/<!--.*?-->/g, '')}:\nhttps://`);
    const [plain = '', rich = ''] = read(data).forms;
    // Lines and sums are set as tables there and as sentences here; every amount is in both.
    const amounts = (form: string) => new Set(form.match(/₹[\d,.]+\d/g));
    expect(amounts(plain)).toEqual(amounts(rich));
  });

  test('plain text is wrapped, and has no markup', () => {
    for (const line of text.split('\n'))
      if (!line.includes('https://')) expect(line.length).toBeLessThanOrEqual(72);
    expect(text).not.toMatch(/<\w|&\w+;|undefined|\[object|null/);
    expect(text).not.toMatch(/\n{4}/);
  });

  test('HTML is one document that fetches nothing and runs nothing', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en-IN">/);
    expect(html).not.toMatch(/<(img|script|link|iframe|form|input|object)\b|url\(|@import|\son\w+=/i);
    expect(html).not.toMatch(/undefined|\[object|null/);
    expect(html).toContain('max-width:600px');
    expect(html).toContain('prefers-color-scheme: dark');
    // Gmail cuts a letter off after 102 KB.
    expect(html.length).toBeLessThan(60_000);
  });

  test('an inbox shows a preheader that is not the first line', () => {
    const [, preheader = ''] = /class="hidden"[^>]*>([^&<]+)/.exec(html) ?? [];
    expect(preheader.length).toBeGreaterThan(10);
    const [, heading, first] = /<h1[^>]*>([^<]*).*?<p[^>]*>([^<]*)/s.exec(html) ?? [];
    expect([heading, first]).not.toContain(preheader);
  });

  test('no machine answers it, and only marketing is a list', () => {
    expect(headers['Auto-Submitted']).toBe('auto-generated');
    expect('List-Unsubscribe' in headers).toBe(data.kind === 'welcome');
    expect(text.includes('nsubscribe')).toBe(data.kind === 'welcome');
  });
});

describe('welcome', () => {
  test('the code, what it takes off, until when, and for whom', () => {
    says(everyLetter.welcome, 'HELLO-7QK4-M2XP', '10% off one order of ₹499.00 or more');
    says(
      everyLetter.welcome,
      'valid until Dec 21, 2026',
      'signed in with the address that this letter came to',
    );
  });

  test.each([
    'https://shop.example/unsubscribe?token=a.b-1',
    'https://shop.example/api/unsubscribe?token=a.b-1',
  ])('people leave by the page, mail clients with one click: %s', (unsubscribeUrl) => {
    const { headers, html, text } = read({ ...everyLetter.welcome, unsubscribeUrl });
    expect(headers).toMatchObject({
      'List-Unsubscribe': '<https://shop.example/api/unsubscribe?token=a.b-1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(html).toMatch(/<a href="https:\/\/shop.example\/unsubscribe\?token=a.b-1"[^>]*>Unsubscribe<\/a>/);
    expect(text).toContain('Unsubscribe: https://shop.example/unsubscribe?token=a.b-1\n');
  });
});

describe('letters about an account', () => {
  const links = (data: LetterData) =>
    linksOf(read(data).html).filter((to) => to.startsWith('http') && to !== 'https://shop.example');

  test.each([everyLetter.password_reset, everyLetter.email_change])(
    '$kind carries its link, as a button and to be copied, how long it works, and no other',
    (data) => {
      expect(links(data)).toEqual([data.url, data.url]);
      expect(read(data).text).toContain(`\n${data.url}\n`);
      says(data, `once, for ${data.minutes} minutes`, 'Was it not you? Then do nothing');
    },
  );

  test.each([everyLetter.password_changed, everyLetter.email_changed, everyLetter.account_deleted])(
    '$kind says whom to tell',
    (data) => {
      says(data, 'Was it not you?', `write to ${store.care.email}`.slice(6), store.care.phone);
      expect(links(data).filter((to) => to !== 'https://shop.example/forgot')).toEqual([]);
    },
  );
  test('whose password was changed by somebody else finds where to choose another', () =>
    expect(links(everyLetter.password_changed)).toEqual(['https://shop.example/forgot']));

  test('the old address does not learn the new one', () => {
    says(everyLetter.email_changed, 'a•••@e•••.com');
    saysNot(everyLetter.email_changed, /asha|rao@|example\.com/);
  });
  test('the new address is named to itself', () =>
    says(everyLetter.email_change, 'asha.rao@example\u200a.com'));
});

describe('the receipt of a message', () => {
  test('quotes it whole', () => {
    const { subject, text } = read(everyLetter.ticket_received);
    expect(subject).toBe('We have your message: Serum came leaking');
    expect(text).toContain(
      '> Serum came leaking\n>\n> Hello,\n>\n> the serum in my parcel came leaking.\n> The box was dry outside.\n',
    );
    says(everyLetter.ticket_received, 'Thank you, Asha Rao');
  });
  test.each([null, '', '  '])('a name of %j is not greeted', (name) =>
    says({ ...everyLetter.ticket_received, name }, 'Thank you for writing'),
  );
});

describe('the answer to a message', () => {
  const answered = everyLetter.ticket_answer;
  test('has the ticket’s reference in its subject, what we wrote in its lines, and what was asked under it', () => {
    const { subject, text } = read(answered);
    expect(subject).toBe('Re: Serum came leaking [T-1B9D6BCD]');
    expect(text).toContain(
      'leaves tomorrow:\nVitamin C Glow Serum\n30 ml\n\nIts way can be followed at https://harita.example/orders.\n\nPriya, Harita\n\nReply to',
    );
    expect(text).toContain('> Serum came leaking\n>\n> Hello,\n>\n> the serum in my parcel came leaking.');
    says(answered, 'Hello Asha Rao');
  });
  test('keeps its lines in HTML too, one paragraph after the other', () => {
    const { html } = read(answered);
    expect(html).toMatch(/leaves tomorrow:<br>Vitamin C Glow Serum<br>30 ml<\/p>\s*<p[^>]*>Its way/);
  });
});

test.each([
  ['operator', 'A new operator', 'Asha Rao is now an operator of', 'chooses a new one'],
  ['shopper', 'One operator fewer', 'Asha Rao is no longer an operator of', 'Its password stays as it is'],
] as const)('who was made %s, by whom, and where to look', (role, heading, subject, after) => {
  const data = { ...everyLetter.role_changed, role };
  says(data, heading, 'Priya Nair has made Asha Rao (asha@example', after, 'signed out everywhere');
  expect(read(data).subject).toContain(subject);
  expect(linksOf(read(data).html)).toContain('https://shop.example/desk#people');
});

test.each([
  ['reset', 'A second step was reset', 'Priya Nair has reset the two-step sign-in of Asha Rao (asha@example'],
  ['set_up', 'A second step was set up', 'Asha Rao (asha@example'],
] as const)('a second factor that was %s, whose, and where to look', (change, heading, ...said) => {
  const data = { ...everyLetter.second_factor, change };
  says(data, heading, ...said);
  expect(linksOf(read(data).html)).toContain('https://shop.example/desk#people');
});

test('word to an operator: what it is about, line by line', () => {
  says(everyLetter.operator_flag, 'Payment does not match order ORD-482913', 'Stripe took $927.42');
  expect(read(everyLetter.operator_flag).text).toContain('* The order asks for ₹92,742.30\n');
});

test('where the shop is decides its links; what it is called comes from store.yaml', () => {
  const elsewhere = { store: { ...store, name: 'Neem & Co' }, url: 'http://localhost:8787' };
  const { subject, html, text } = writeLetter(everyLetter.welcome, elsewhere);
  expect(subject).toContain('Neem & Co');
  expect(html).toContain('Neem &amp; Co');
  expect(text).toContain('http://localhost:8787/collection');
  expect(html + text).not.toContain('Harita<');
  const twoLines = { ...elsewhere, store: { ...store, name: 'Neem\nCo' } };
  expect(writeLetter(everyLetter.welcome, twoLines).subject).toBe(
    'Welcome to Neem Co: your code for 10% off',
  );
});
