/**
 * Flags are emailed to every operator, once each (docs/behaviour.md, "Flags and the job"). Emails that keep failing:
 * outbox.test.ts.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import type { api, ResponseOf } from '#lib/api.ts';
import { cancel } from '../support/cancellations.ts';
import { times } from '../support/client.ts';
import { hour, minute, runJobAt, setClock } from '../support/clock.ts';
import { confirmRefund, operatorWithPassword } from '../support/desk.ts';
import { captureAtRazorpay, paidOrder, payAtProvider, pendingOrder, recordOf } from '../support/payments.ts';
import { countRows } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });
let operators: Person[];
beforeEach(async () => {
  await shop.db.write.run(sql`UPDATE users SET role = 'shopper'`);
  operators = [await shop.person('operator'), await shop.person('operator')];
  shop.simulators.mailbox.clear();
});

/** Emails to operators, as `address: subject`, sorted. */
const told = () =>
  shop.simulators.mailbox.messages
    .filter(({ subject }) => subject.startsWith('Needs attention'))
    .map(({ to, subject }) => `${to}: ${subject}`)
    .sort();
const toEach = (subject: string) =>
  operators.map(({ email }) => `${email}: Needs attention: ${subject}`).sort();
const job = () => shop.stack.scheduled();
const askAgain = () =>
  shop.db.write.run(sql`UPDATE payments SET next_ask_at = 1 WHERE next_ask_at IS NOT NULL`);

async function refundDue(shopper: Person): Promise<string> {
  const { orderId } = await paidOrder(shop, shopper, 'stripe');
  await Promise.all(times(3, () => cancel(shopper, orderId)));
  return orderId;
}

/** Actions that raise a flag. Even if repeated, and seen by several jobs, each flag is emailed once. */
const causes: [subject: string, cause: (shopper: Person) => Promise<string>][] = [
  [
    'A payment does not match its order',
    async (shopper) => {
      const orderId = await pendingOrder(shopper, 'stripe');
      shop.simulators.stripe.webhooks.fault = { repeat: 5 };
      await payAtProvider(shop, 'stripe', orderId, { amount: 100 });
      await shopper.post('/api/order/verifyStripe', { orderId, success: true });
      return orderId;
    },
  ],
  [
    'Money arrived for an order that had ended',
    async (shopper) => {
      const orderId = await pendingOrder(shopper, 'razorpay');
      await cancel(shopper, orderId);
      shop.simulators.razorpay.webhooks.fault = { repeat: 5 };
      const paymentId = await payAtProvider(shop, 'razorpay', orderId);
      await captureAtRazorpay(shop, paymentId);
      return paymentId;
    },
  ],
  ['A refund is due', refundDue],
  [
    'A payment provider does not answer',
    async (shopper) => {
      await pendingOrder(shopper, 'razorpay');
      shop.simulators.razorpay.api.inject({ fault: 'drop', times: Number.POSITIVE_INFINITY });
      await setClock(shop, 3 * hour);
      await Promise.all(times(2, job));
      await askAgain();
      return 'whether 1 order is paid, such as ORD-';
    },
  ],
];

test.for(causes)('"%s" is emailed to every operator once', async ([subject, cause], { shopper }) => {
  const about = await cause(shopper);
  await shop.simulators.settled();
  for (const _ of times(2, () => 0)) await job();
  expect(told()).toEqual(toEach(subject));
  const mail = shop.simulators.mailbox.messages.find((one) => one.subject.includes(subject));
  expect(mail?.text).toContain(about);
  expect(await countRows(shop.db, 'flags')).toBe(1);
});

test('"A refund was refused" is emailed once, although it was refused three times', async ({
  shopper,
  paid,
}) => {
  const { orderId } = paid;
  await cancel(shopper, orderId);
  const operator = await operatorWithPassword(shop);
  operators.push(operator);
  const { refunds } = await recordOf(shop, orderId);
  shop.simulators.stripe.api.inject({ fault: { status: 400 }, path: '/v1/refunds', times: 3 });
  for (const _ of times(3, () => 0))
    expect((await confirmRefund(shop, operator, refunds[0]?.id ?? '')).body.code).toBe('refund_refused');
  await job();
  expect(told().filter((line) => line.includes('refused'))).toEqual(toEach('A refund was refused'));
});

test('without an operator, the shop’s own address gets the email', async ({ shopper }) => {
  await shop.db.write.run(sql`UPDATE users SET role = 'shopper'`);
  await refundDue(shopper);
  await job();
  expect(told()).toEqual(['care@harita.example: Needs attention: A refund is due']);
});

test('a part of the job that keeps failing is reported once, by the other parts', async ({ shopper }) => {
  // The payments' part fails because of an invalid API address.
  await pendingOrder(shopper, 'stripe');
  await shop.stack.restartWorker({ STRIPE_API_BASE: 'nonsense' });
  await setClock(shop, 6 * minute);
  for (const _ of times(6, () => 0)) {
    await askAgain();
    await expect(job()).rejects.toThrow();
  }
  await shop.stack.restartWorker();
  await runJobAt(shop, 7 * minute);
  expect(told()).toEqual(toEach('The scheduled job keeps failing'));
});

describe('one flag for a cause', () => {
  type Today = ResponseOf<typeof api.desk.today.$get>;
  const open = async () => (await operators[0]?.get<Today>('/api/desk/today'))?.body.flags ?? [];
  const question = {
    name: 'Asha',
    subject: 'A question',
    issueType: 'general',
    message: 'How long does it last?',
  };

  test('an outage of the mail service for many emails: one flag, which counts them, and ends with it', async () => {
    const { api } = shop.simulators.mailbox;
    const trouble = api.inject({ fault: { status: 503 }, times: Number.POSITIVE_INFINITY });
    for (const n of times(12, (n) => n)) {
      const json = { ...question, email: `outage-${n}@example.in` };
      expect((await shop.client().post('/api/contact/submit', json)).status).toBe(200);
    }
    // Not longer ago: emails that have waited for days are held.
    const makeDue = () =>
      shop.db.write.run(sql`UPDATE outbox SET next_try_at = ${Date.now()} WHERE status = 'waiting'`);
    await shop.db.write.run(sql`UPDATE outbox SET attempts = 4 WHERE cause LIKE 'ticket:%'`);
    for (const n of times(3, (n) => n)) {
      await makeDue();
      await runJobAt(shop, n * minute);
    }
    const raised = await open();
    expect(raised).toMatchObject([{ kind: 'mail_failing', about: 'the mail service' }]);
    expect(raised[0]?.detail).toContain('12 emails (ticket) cannot be sent');
    expect(await countRows(shop.db, 'outbox', sql`cause LIKE 'flag:%'`)).toBe(operators.length);

    trouble.release();
    await makeDue();
    await runJobAt(shop, 5 * minute);
    expect(await open()).toEqual([]);
    await runJobAt(shop, 6 * minute);
    expect(told()).toEqual(toEach('An email cannot be sent'));
  });

  test('a provider that is silent about many orders: one flag, until it has answered about all', async () => {
    const ids = [];
    for (const _ of times(3, () => 0)) ids.push(await pendingOrder(await shop.person(), 'razorpay'));
    const trouble = shop.simulators.razorpay.api.inject({ fault: 'drop', times: Number.POSITIVE_INFINITY });
    await runJobAt(shop, 3 * hour);
    const raised = await open();
    expect(raised).toMatchObject([{ kind: 'provider_silent' }]);
    expect(raised[0]?.detail).toContain('whether 3 orders are paid');
    await job();
    expect(told()).toEqual(toEach('A payment provider does not answer'));
    trouble.release();
    await askAgain();
    await job();
    expect(await open()).toEqual([]);
  });
});
