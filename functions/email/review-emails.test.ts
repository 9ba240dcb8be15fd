/** The emails about reviews. */
import { expect, test } from 'vitest';
import { renderEmail } from './render.ts';
import { emailContext, expectNoText, expectText, linksOf } from './testing/read-email.ts';
import { sampleEmails } from './testing/sample-emails.ts';

const { review_request: request, review_hidden: hidden, review_decided: decided } = sampleEmails;

test('asking: a link for each product, no reward, and a way to be asked no more', () => {
  expectText(
    request,
    ...['ORD-482913', 'Review Kumkumadi Face Oil', 'Review Daily Veil SPF 50', 'There is no reward'],
    ...['We ask once for each order', 'Do not ask me for reviews again'],
  );
  expectNoText(request, /Morning Ritual Kit|₹|code/i);
  const { html, text, headers } = renderEmail(request, emailContext);
  const page = 'https://shop.example/unsubscribe?token=abc.123';
  for (const { url } of request.products)
    expect([linksOf(html), text]).toEqual([
      expect.arrayContaining([url, page]),
      expect.stringContaining(url),
    ]);
  expect(headers).toMatchObject({
    'List-Unsubscribe': '<https://shop.example/api/unsubscribe?token=abc.123>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('hidden: the public reason, what it means, and that one can object', () => {
  expectText(hidden, 'Kumkumadi Face Oil', 'Medical advice or claims', 'You can object once');
  expect(linksOf(renderEmail(hidden, emailContext).html)).toEqual(
    expect.arrayContaining([hidden.url, 'https://shop.example/policies/reviews']),
  );
});

test('decided: the answer if it stays hidden, and who decides next; else that it is visible', () => {
  expectText(decided, 'stays hidden', 'It says that the oil heals eczema.', 'grievance officer');
  const shown = { ...decided, answer: null };
  expectText(shown, 'is visible again');
  expectNoText(shown, /grievance|eczema/);
});
