/** The Razorpay widget in Chromium, as shoppers see it. */
import type { FrameLocator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { razorpayRequest } from '#tools/simulators/testing.ts';
import { faults } from './axe.ts';
import { useSimulatorProxy } from './simulator-proxy.ts';

const shop = useSimulatorProxy();

let orderId: string;
beforeEach(async () => {
  orderId = (
    await razorpayRequest(shop.simulators, 'POST', '/v1/orders', { amount: 154_750, currency: 'INR' })
  ).body.id;
});

/** Opens the widget from the shop's page. */
async function openWidget(page: Page, modal: object = {}): Promise<FrameLocator> {
  const key = shop.simulators.vars.razorpay.RAZORPAY_KEY_ID ?? '';
  await page.goto(`/checkout?${new URLSearchParams({ key, order: orderId, modal: JSON.stringify(modal) })}`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  const widget = page.frameLocator('.razorpay-checkout-frame');
  await widget.getByRole('heading', { name: 'Harita' }).waitFor();
  return widget;
}

type Heard = [what: string, value: Record<string, unknown> | undefined][];
const heard = (page: Page): Promise<Heard> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard);
const hears = (page: Page, expected: unknown) => expect.poll(() => heard(page)).toEqual(expected);
const onlyPayment = () => {
  const [payment] = shop.simulators.razorpay.payments;
  if (!payment) throw new Error('Nobody has tried to pay.');
  return payment;
};
const isGone = (page: Page) => expect(page.locator('iframe').count()).resolves.toBe(0);

describe('the Razorpay widget', () => {
  test.each(['Card', 'Net banking'])('pays by %s and passes a signed payment to the shop', async (method) => {
    const page = await shop.visit();
    const widget = await openWidget(page);
    expect(await widget.getByText('₹1,547.50').isVisible()).toBe(true);
    await widget.getByText(method, { exact: true }).click();
    await widget.getByRole('button', { name: 'Succeed' }).click();
    await expect.poll(() => heard(page)).toHaveLength(1);
    const payment = onlyPayment();
    await hears(page, [['paid', shop.simulators.razorpay.response(payment.id)]]);
    expect(payment).toMatchObject({
      status: 'authorized',
      method: method === 'Card' ? 'card' : 'netbanking',
      email: 'asha@example.com',
      contact: '+919876543210',
      notes: { order: 'ORD-123456' },
    });
    await isGone(page);
  });

  test('shows why a payment failed, notifies the shop once, and allows another try', async () => {
    const page = await shop.visit();
    const widget = await openWidget(page);
    await widget.getByText('Card', { exact: true }).click();
    await widget.getByRole('button', { name: 'Fail' }).click();
    await widget.getByRole('alert').getByText('Your card was declined by the bank.').waitFor();
    const failed = [
      'failed',
      {
        error: expect.objectContaining({
          code: 'BAD_REQUEST_ERROR',
          reason: 'card_declined',
          metadata: { order_id: orderId, payment_id: onlyPayment().id },
        }),
      },
    ];
    await hears(page, [failed]);
    await widget.getByRole('button', { name: 'Try again' }).click();
    await widget.getByRole('button', { name: 'Succeed' }).click();
    await hears(page, [failed, ['paid', expect.objectContaining({ razorpay_order_id: orderId })]]);
    expect(shop.simulators.razorpay.order(orderId).attempts).toBe(2);
  });

  test('works with the keyboard alone', async () => {
    const page = await shop.visit();
    await openWidget(page);
    // The focus is in the field for the UPI ID.
    await page.keyboard.type('success@razorpay');
    await page.keyboard.press('Enter');
    await hears(page, [['paid', expect.objectContaining({ razorpay_order_id: orderId })]]);
    // After closing, the focus is back on the button that opened it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('pay');
    // For a moment the browser still sends keys to the removed frame.
    const openedByKey = async () => {
      await page.keyboard.press('Enter');
      return page.locator('iframe').count();
    };
    await expect.poll(openedByKey).toBe(1);
  });

  test('waits for the UPI app', async () => {
    shop.simulators.razorpay.settings.approveAfterMs = Number.POSITIVE_INFINITY;
    const page = await shop.visit();
    const widget = await openWidget(page);
    await widget.getByRole('button', { name: 'Pay by UPI app' }).click();
    await widget.getByText('Waiting for your UPI app…').waitFor();
    expect(onlyPayment()).toMatchObject({ status: 'created', method: 'upi', upi: { flow: 'intent' } });
    await widget.getByRole('button', { name: 'Approve in the app' }).click();
    await hears(page, [['paid', shop.simulators.razorpay.response(onlyPayment().id)]]);
  });

  test('receives an approval that was given elsewhere', async () => {
    shop.simulators.razorpay.settings.approveAfterMs = Number.POSITIVE_INFINITY;
    const page = await shop.visit();
    const widget = await openWidget(page);
    await widget.getByRole('button', { name: 'Pay by UPI app' }).click();
    await widget.getByText('Waiting for your UPI app…').waitFor();
    shop.simulators.razorpay.approve(onlyPayment().id);
    await hears(page, [['paid', shop.simulators.razorpay.response(onlyPayment().id)]]);
  });

  test('can be closed while it waits for the app; the payment continues', async () => {
    shop.simulators.razorpay.settings.laterAfterMs = Number.POSITIVE_INFINITY;
    const page = await shop.visit();
    const widget = await openWidget(page);
    await widget.getByRole('button', { name: 'Pay by UPI app' }).click();
    await widget.getByRole('button', { name: 'Approve later' }).click();
    await widget.getByText('You may close this window.').waitFor();
    await widget.getByRole('button', { name: 'Close' }).click();
    await hears(page, [['dismissed', undefined]]);
    expect(onlyPayment().status).toBe('created');
    expect(shop.simulators.razorpay.approve(onlyPayment().id).status).toBe('authorized');
  });

  test('closes on Escape, unless the shop disables that', async () => {
    const page = await shop.visit();
    await openWidget(page);
    await page.keyboard.press('Escape');
    await hears(page, [['dismissed', undefined]]);
    await isGone(page);

    const widget = await openWidget(page, { escape: false });
    await page.keyboard.press('Escape');
    await widget.getByRole('button', { name: 'Close' }).click();
    await hears(page, [['dismissed', undefined]]);
  });

  test('asks before closing when the shop requires it', async () => {
    const page = await shop.visit();
    const widget = await openWidget(page, { confirm_close: true });
    await page.keyboard.press('Escape');
    await widget.getByRole('button', { name: 'Stay' }).click();
    expect(await heard(page)).toEqual([]);
    await widget.getByRole('button', { name: 'Close' }).click();
    await widget.getByRole('button', { name: 'Leave' }).click();
    await hears(page, [['dismissed', undefined]]);
  });

  test('ignores messages from other sources', async () => {
    const page = await shop.visit();
    const widget = await openWidget(page);
    await page.evaluate(() =>
      postMessage({ type: 'paid', response: { razorpay_payment_id: 'pay_forged' } }, '*'),
    );
    await widget.getByRole('button', { name: 'Close' }).click();
    await hears(page, [['dismissed', undefined]]);
  });

  test('shows a message when the order is paid already', async () => {
    const { id } = shop.simulators.razorpay.authorize(orderId);
    await razorpayRequest(shop.simulators, 'POST', `/v1/payments/${id}/capture`, {
      amount: 154_750,
      currency: 'INR',
    });
    const page = await shop.visit();
    const widget = await openWidget(page);
    await widget.getByRole('alert').getByText('already paid').waitFor();
    await widget.getByRole('button', { name: 'Close' }).click();
    await hears(page, [['dismissed', undefined]]);
  });
});

test('every state is accessible and fits', async () => {
  shop.simulators.razorpay.settings.approveAfterMs = Number.POSITIVE_INFINITY;
  const page = await shop.visit(390);
  const widget = await openWidget(page, { confirm_close: true });
  const states = [
    () => widget.getByText('UPI ID', { exact: true }).waitFor(),
    () => widget.getByRole('button', { name: 'Pay by UPI app' }).click(),
    () => widget.getByRole('button', { name: 'Decline in the app' }).click(),
    () => widget.getByRole('button', { name: 'Close' }).click(),
  ];
  for (const reach of states) {
    await reach();
    expect(await faults(page, { within: 'iframe' })).toEqual([]);
    const tooWide = await widget
      .locator('html')
      .evaluate((element) => element.scrollWidth - document.documentElement.clientWidth);
    expect(tooWide).toBe(0);
  }
});
