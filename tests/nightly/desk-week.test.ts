/**
 * The week at the desk, with a real mouse and keyboard: a return to its refund, a courier's remittances, an order by phone,
 * a customer. It counts as tests/nightly/desk-morning.test.ts does.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { orders, products, refunds } from '#db/schema/index.ts';
import { countTasks } from '../browser/clicks.ts';
import { atDesk, button, dialog, field, row } from '../browser/desk-steps.ts';
import { becomes, gone, see, useBrowser } from '../browser/visitor.ts';
import { password } from '../support/accounts.ts';
import { inBatches, times } from '../support/client.ts';
import { address, placed, refillStock, serum, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { deliver } from '../support/reviews.ts';
import { stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true, keepsData: true });
const { visit } = useBrowser(shop);
const many = 40;

/** The most clicks that a task may take; typing and choosing files come on top. */
const most = {
  'Approve, check and refund a return': 6,
  [`Record a courier’s remittances of ${many} orders`]: 5,
  'Refund what is due of a day': 3,
  'Enter an order by phone': 6,
  'Find a customer and note a call': 2,
};

let buyer: Person;
const returned = { orderId: '', reference: '' };
const carried: { reference: string; rupees: number }[] = [];

async function askToReturn(person: Person): Promise<typeof returned> {
  const { orderId } = await paidOrder(shop, person, 'razorpay', { [toner]: 3 });
  await deliver(operator, orderId);
  const { status, body } = await person.post('/api/order/returns/request', {
    orderId,
    lines: [{ _id: toner, quantity: 1, reason: 'changed_mind' }],
    method: 'pickup',
  });
  expect(status, body.message).toBe(200);
  const [order] = (await person.post('/api/order/userorders')).body.orders ?? [];
  return { orderId, reference: order?.reference ?? '' };
}

beforeAll(async () => {
  await refillStock(shop.db);
  await shop.db.write.update(products).set({ stock: 10_000 });
  await inBatches(
    times(many, (n) => n),
    async () => {
      const { reference, amount } = await placed(await shop.person(), { [serum]: 1 });
      carried.push({ reference, rupees: amount });
    },
  );
  await shop.db.write.update(orders).set({ status: 'Delivered', courier: 'DTDC' });
  buyer = await shop.person();
  Object.assign(returned, await askToReturn(buyer));
});

test('the week takes few clicks, and the guide says how many', async () => {
  const { page } = await atDesk(shop, visit, 'returns', 1280, operator);
  const { after, skip, write } = await countTasks(page, 'week', most);
  const inMenu = (screen: string) =>
    page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: new RegExp(`^${screen}`) });
  const confirm = async (name: string | RegExp) => {
    await dialog(page).getByRole('button', { name }).click();
    await gone(dialog(page));
  };

  const before = (await stockOf(shop.db, toner)) ?? 0;
  const line = row(page, returned.reference);
  await line.getByRole('button', { name: /^Approve/ }).click();
  await dialog(page).getByLabel('How it comes to you').fill('Delhivery comes on Tuesday.');
  await confirm('Approve');
  await page.goto('/desk#returns?queue=coming');
  await line.getByRole('button', { name: /^Check it/ }).click();
  await confirm('Accept 1 piece');
  expect(await stockOf(shop.db, toner)).toBe(before);
  await page.goto('/desk#refunds');
  await button(page, `Send back ${returned.reference}`).click();
  await dialog(page).getByLabel('Your password').fill(password);
  await confirm('Send back');
  await shop.simulators.settled();
  const refund = () => shop.db.read.select().from(refunds).where(eq(refunds.orderId, returned.orderId));
  await becomes(async () => (await refund())[0]?.status, 'done');
  await after('Approve, check and refund a return', { also: 'the ways in the menu, two texts' });

  await inMenu('Cash on delivery').click();
  await see(row(page, 'DTDC'));
  skip();
  await page.getByRole('link', { name: 'Courier’s remittances' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('CSV file').click();
  const rows = carried.map(({ reference, rupees }) => `${reference},${rupees},N1`).join('\n');
  const buffer = Buffer.from(`Order ID,Amount,UTR\n${rows}`);
  await (await chooser).setFiles({ name: 'remittances.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('Your password').fill(password);
  await button(page, new RegExp(`^Record ₹[\\d,.]+ of ${many} orders$`)).click();
  await see(page.getByText(`The cash of ${many} orders was recorded.`));
  expect(await shop.db.read.$count(orders, eq(orders.paid, true))).toBe(many + 1);
  await after(`Record a courier’s remittances of ${many} orders`, {
    also: 'choosing the file, the password',
  });

  for (const _ of times(3, (n) => n)) {
    const { orderId } = await paidOrder(shop, await shop.person(), 'razorpay');
    await operator.post('/api/order/cancel', { orderId, reason: 'Out of stock' });
  }
  await inMenu('Refunds').click();
  await see(page.getByLabel('Choose all 3 of online payments'));
  skip();
  await page.getByLabel('Choose all 3 of online payments').click();
  await button(page, /^Send back 3 refunds/).click();
  await dialog(page).getByLabel('Your password').fill(password);
  await dialog(page).getByRole('button', { name: 'Send back 3 refunds' }).click();
  await see(page.getByText('3 refunds confirmed.'));
  await after('Refund what is due of a day', { also: 'the password' });

  await inMenu('Orders').click();
  await see(page.getByRole('link', { name: 'New order' }));
  skip();
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByLabel('Product', { exact: true }).fill(serum);
  await page.keyboard.press('Enter');
  const typed = {
    Pincode: address.zipcode,
    City: address.city,
    Address: '14 Kamaraj Road, Sivanchetti Gardens',
    'First name': 'Asha',
    'Last name': 'Rao',
    'Mobile number': '9876501234',
    'Email (optional)': 'asha.rao@sample.example',
  };
  for (const [name, text] of Object.entries(typed)) await page.getByLabel(name, { exact: true }).fill(text);
  await page.getByLabel('State').selectOption(address.state);
  await page.getByLabel('The buyer has confirmed it').click();
  await see(page.getByText('Total in cash'));
  await button(page, 'Place order').click();
  await see(page.getByRole('heading', { name: /^ORD-/ }));
  await after('Enter an order by phone', { also: 'typing the address, choosing the state' });

  await inMenu('Customers').click();
  await see(page.getByRole('heading', { name: 'Customers' }));
  skip();
  await field(page, 'Name, phone or email').fill('98765 01234');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Asha Rao' }).first().click();
  await see(page.getByRole('heading', { name: 'Asha Rao' }));
  await field(page, 'New note').fill('Calls before noon.');
  await button(page, 'Add note').click();
  await see(page.locator('.desk-text').getByText('Calls before noon.'));
  await after('Find a customer and note a call', { also: 'typing the phone and the note' });
  write();
});
