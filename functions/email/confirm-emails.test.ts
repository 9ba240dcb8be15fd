/** The emails that ask for the confirmation of a cash order (docs/behaviour.md, "Confirming a cash order"). */
import { expect, test } from 'vitest';
import { confirmReasons, confirmSentences, unconfirmedMessage } from '#domain/orders/confirmation.ts';
import type { OrderEmailData } from './email-data.ts';
import { renderEmail } from './render.ts';
import { emailContext, expectNoText, expectText, linksOf } from './testing/read-email.ts';
import { orderOf, toConfirm } from './testing/sample-emails.ts';

const link = 'https://shop.example/order#abc.def';

test.each(confirmReasons)('an order that is confirmed for %s says why, until when, and where', (reason) => {
  const data = {
    kind: 'order_placed',
    order: orderOf({ confirmation: { ...toConfirm, reason } }),
    link,
  } as const;
  expect(renderEmail(data, emailContext).subject).toBe('One step left: confirm your order ORD-482913');
  expectText(data, confirmSentences[reason], '₹92,742.30', '23 Nov 2026, 11:30 am', 'Confirm your order');
  expectNoText(data, 'We have started to prepare');
  expect(linksOf(renderEmail(data, emailContext).html)).toContain(link);
});

test.each([
  { kind: 'order_placed' },
  { kind: 'confirm_reminder' },
  { kind: 'order_corrected', what: 'phone' },
  { kind: 'order_reduced', what: '1 × Rose Mist', reason: null, amount: 0 },
] as const)('while an order waits, the email $kind calls nothing placed and names no day', (more) => {
  const order = orderOf({ confirmation: toConfirm });
  const { subject, text } = renderEmail({ ...more, order } as OrderEmailData, emailContext);
  expect(`${subject} ${text}`).not.toMatch(/\bplaced\b|estimated delivery|it arrives/i);
});

test('the page of an account’s order is My Orders', () => {
  const data = { kind: 'confirm_reminder', order: orderOf({ confirmation: toConfirm }) } as const;
  expect(renderEmail(data, emailContext).subject).toBe(
    'Reminder. One step left: confirm your order ORD-482913',
  );
  expect(linksOf(renderEmail(data, emailContext).html)).toContain('https://shop.example/orders');
});

test('a confirmed order has the usual email', () => {
  const confirmation = { ...toConfirm, at: '2026-11-21T08:00:00.000Z' };
  const data = { kind: 'order_placed', order: orderOf({ confirmation }) } as const;
  expect(renderEmail(data, emailContext).subject).toBe('Order ORD-482913 is placed');
});

test('an order that nobody confirmed can be ordered again', () => {
  const order = orderOf({ status: 'Cancelled', confirmation: toConfirm });
  const data = { kind: 'order_cancelled', order, reason: unconfirmedMessage, refund: false } as const;
  expectText(data, unconfirmedMessage, 'Order again', 'You had not paid for it');
  expectNoText(data, 'The reason given');
  expect(linksOf(renderEmail(data, emailContext).html)).toContain('https://shop.example/collection');
});
