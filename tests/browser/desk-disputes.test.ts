/** A disputed payment at the desk, from the bank's request to its decision, as it can be tried under /dev. */
import { beforeEach, expect, test } from 'vitest';
import { formatDayTime } from '#lib/desk-dates.ts';
import { paidOrder, resetBeforeEach } from '../support/payments.ts';
import { type Person, useShop } from '../support/shop.ts';
import { asPerson } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);
let operator: Person;
resetBeforeEach(shop);
beforeEach(async () => {
  operator = await shop.person('operator');
});

test('Today and the order show the deadline until the bank decides', async () => {
  const { orderId } = await paidOrder(shop, await shop.person(), 'stripe');
  const { page } = await visit(1280, await asPerson(shop, operator));
  await page.goto('/dev');
  await page.getByRole('button', { name: 'Dispute the last payment' }).first().click();
  await shop.simulators.settled();
  const dispute = shop.simulators.stripe.disputes.at(-1);
  const deadline = formatDayTime(Number(dispute?.evidence_details.due_by) * 1000);

  await page.goto('/desk');
  const flag = page.getByRole('listitem').filter({ hasText: 'A payment is disputed' });
  await see(flag.getByText(deadline));
  await flag.getByRole('link').click();
  const panel = page.locator('.panel').filter({ has: page.getByRole('heading', { name: 'Disputes' }) });
  await becomes(() => page.url().endsWith(orderId), true);
  await see(panel.getByText(`Answer by ${deadline}`));
  await see(panel.getByText('The cardholder says that they did not make this payment'));
  await see(page.getByText(/₹599.00 is disputed/));

  // A second later, since events of the same second have no order.
  shop.simulators.setClock(2000);
  shop.simulators.stripe.moveDispute(dispute?.id ?? '', 'won');
  shop.simulators.setClock(0);
  await shop.simulators.settled();
  await page.reload();
  await see(panel.getByText('Won: the money stays with the shop'));
  await gone(panel.getByText('Answer by'));
  await page.goto('/desk');
  await see(page.getByRole('heading', { name: 'Needs attention' }));
  await becomes(() => flag.count(), 0);
  expect(await page.getByText('A payment is disputed').count()).toBe(0);
});
