import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { password } from '../support/accounts.ts';
import { ship } from '../support/desk.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { setStatus, storedOrder } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, confirm, dialog, fitsItsWindow, orderStatus, row } from './desk-steps.ts';
import { csvFile, paste, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, operator, newOrder, atDesk, test } = browserTest({ empties: [orders] });

const zoya = { firstName: 'Zoya', lastName: 'Qureshi', phone: '9123456789' };

/** Orders in a state that placing them does not give. */
async function several(count: number, status: 'Packing' | 'Out for Delivery') {
  const all: ApiOrder[] = [];
  for (let n = 0; n < count; n += 1) all.push(await newOrder());
  await shop.db.write.update(orders).set({ status });
  return all;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected orders' });
const statusOf = async (id: string) => (await storedOrder(shop.db, id)).status;

/** How many orders have each status. */
async function statuses() {
  const rows = await shop.db.read.select({ status: orders.status }).from(orders);
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );
}

test('all that match are packed with four clicks, each with its result, and stay at hand to be undone', async () => {
  await insertManyOrders(shop.db, 52);
  const { id: userId } = await shop.person();
  await shop.db.write
    .update(orders)
    .set({ userId, status: 'Order Placed', paid: false, paymentMethod: 'cod' });
  const { page } = await atDesk('orders?status=Order Placed');
  await page.getByLabel('Select all 50 shown').check();
  await button(page, 'Select all 52 that match').click();
  await see(bar(page).getByText('52 orders selected'));
  const shipped = await shop.db.read.select().from(orders).limit(1);
  await setStatus(shop.db, shipped[0]?.id ?? '', 'Shipped');
  await button(page, 'Start packing (52)').click();
  await see(bar(page).getByText('51 orders moved to Packing.'));
  await see(bar(page).getByText('1 was not moved:'));
  await see(bar(page).getByText(/This cannot be done with an order that is Shipped/));
  expect(await statuses()).toEqual({ Packing: 51, Shipped: 1 });
  // Another tab was open meanwhile: the desk asks what waits, and loads the list again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await see(page.getByText('No order matches.'));
  await see(page.getByRole('link', { name: 'Print 52 orders' }));
  await button(page, 'Undo all').click();
  await see(toast(page, '51 orders undone.'));
  expect(await statuses()).toEqual({ 'Order Placed': 51, Shipped: 1 });
});

test('a range is chosen by keyboard, and delivering asks', async () => {
  await several(4, 'Out for Delivery');
  const { page, expectFailure } = await atDesk('orders', 390);
  expectFailure('/api/desk/bulk/move', 422);
  const boxes = page.locator('.desk-orders').getByRole('checkbox');
  await becomes(() => boxes.count(), 4);
  await boxes.nth(0).focus();
  await page.keyboard.press('Space');
  await boxes.nth(2).focus();
  await page.keyboard.press('Shift+Space');
  await see(bar(page).getByText('3 orders selected'));
  await fitsItsWindow(page);
  await button(page, /delivered \(3\)/i).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('The courier has collected the cash of 3 orders').check();
  // Recorded cash is money: one confirmation for all of them.
  await confirm(page, 'Delivered', 'not the one');
  await see(dialog(page).getByText('That is not your password.'));
  expect(await statuses()).toEqual({ 'Out for Delivery': 4 });
  await looksRight(page, 'cash of several orders', { within: '.desk-dialog[open]' });
  await confirm(page, 'Delivered');
  await see(bar(page).getByText('3 orders moved to Delivered.'));
  expect(await statuses()).toEqual({ 'Out for Delivery': 1, Delivered: 3 });
});

test('a second click on the same spot makes no second move, and the order can be undone', async () => {
  const { _id, reference } = await newOrder();
  await setStatus(shop.db, _id, 'Shipped');
  const { page } = await atDesk(`orders/${_id}`);
  const box = await button(page, /^(mark as )?out for delivery$/i).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
  await page.mouse.dblclick(x, y);
  await see(button(page, 'Undo Out for Delivery'));
  await page.mouse.click(x, y);
  await gone(dialog(page));
  expect(await statusOf(_id)).toBe('Out for Delivery');
  await button(page, 'Undo Out for Delivery').click();
  await see(toast(page, 'Undone. The order is now: Shipped.'));
  await gone(button(page, 'Undo Out for Delivery'));
  expect(await statusOf(_id)).toBe('Shipped');

  await setStatus(shop.db, _id, 'Order Placed');
  await page.goto('/desk#orders');
  await button(page, `Pack ${reference}`).click();
  await see(row(page, reference).getByText('Packing', { exact: true }));
  await toast(page, /is being packed/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await see(row(page, reference).getByText('Order Placed'));
  expect(await statusOf(_id)).toBe('Order Placed');
});

describe('many orders are shipped', () => {
  const cell = (page: Page, { reference }: { reference: string }) =>
    page.getByLabel(`Tracking number of ${reference}`);

  test('that were chosen in the list, which keeps its filter; or by one paste, with one result for each', async () => {
    const [first, second, third] = (await several(3, 'Packing')) as [ApiOrder, ApiOrder, ApiOrder];
    const { page } = await atDesk('orders?status=Packing');
    for (const order of [first, second]) await page.getByLabel(`Select ${order.reference}`).check();
    await page.getByRole('link', { name: 'Ship (2)' }).click();
    await page.getByLabel('Courier').selectOption('Delhivery');
    await becomes(() => page.getByLabel(/^Tracking number of/).count(), 2);
    await button(page, 'Done').click();
    await becomes(async () => new URL(page.url()).hash, '#orders?status=Packing');
    await page.getByRole('link', { name: 'Ship orders' }).click();
    await paste(cell(page, first), '100000001\n200000002\n300000003\n400000004\n');
    await see(page.getByText('4 numbers were pasted into 3 rows. The last one was left out.'));
    // A colleague has cancelled one of them.
    await operator.post('/api/order/cancel', { orderId: second._id, reason: 'Called' });
    await button(page, 'Ship 3 orders').click();
    await see(page.getByText('2 orders were shipped. 1 was not: see the rows.'));
    await see(row(page, second.reference).getByText('This order has changed since you opened it.'));
    const stored = await shop.db.read.select().from(orders);
    expect(
      new Map(stored.map(({ id, status, trackingId, courier }) => [id, [status, trackingId, courier]])),
    ).toEqual(
      new Map([
        [first._id, ['Shipped', '100000001', 'Delhivery']],
        [second._id, ['Cancelled', null, null]],
        [third._id, ['Shipped', '300000003', 'Delhivery']],
      ]),
    );
    await button(page, 'Undo all').click();
    await see(page.getByText('2 orders were undone.'));
    expect([await statusOf(first._id), await statusOf(third._id)]).toEqual(['Packing', 'Packing']);
    // The numbers are still there.
    await button(page, 'Ship 3 orders').click();
    await see(page.getByText('2 orders were shipped. 1 was not: see the rows.'));
    await see(row(page, second.reference).getByText(/an order that is Cancelled/));
    expect([await statusOf(first._id), await statusOf(third._id)]).toEqual(['Shipped', 'Shipped']);
    // The courier is remembered on the device.
    await setStatus(shop.db, second._id, 'Packing');
    await page.reload();
    await becomes(() => page.getByLabel('Courier').inputValue(), 'Delhivery');
  });

  test('by scanning; wrong numbers are not sent, and used ones only when they are confirmed', async () => {
    const [first, second, third] = (await several(3, 'Packing')) as [ApiOrder, ApiOrder, ApiOrder];
    await ship(operator, third._id, { trackingId: 'EM300000003IN', courierPartner: 'India Post' });
    const { page } = await atDesk('orders/ship');
    await page.getByLabel('Courier').selectOption('India Post');
    await cell(page, first).focus();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.keyboard.type('em300000003in');
    await page.keyboard.press('Enter');
    await see(
      row(page, first.reference).getByText('Numbers of India Post have two letters, nine digits and IN.'),
    );
    const send = button(page, 'Ship 2 orders');
    await send.click();
    await see(page.getByText('Nothing was saved. Please check 2 numbers.'));
    await see(row(page, second.reference).getByText(`${third.reference} has this number too.`));
    await cell(page, first).fill('EM300000004IN');
    await row(page, second.reference).getByLabel('Use it anyway').check();
    await send.click();
    await see(page.getByText('2 orders were shipped.'));
    expect(await statusOf(second._id)).toBe('Shipped');
  });
});

test('two columns fill the rows of their orders, and a scanned label leads to its row', async () => {
  const [first, second, third] = (await several(3, 'Packing')) as [ApiOrder, ApiOrder, ApiOrder];
  const { page } = await atDesk('orders/ship');
  const field = page.getByLabel(/^Find a parcel/);
  const cell = ({ reference }: ApiOrder) => page.getByLabel(`Tracking number of ${reference}`);
  const isFocused =
    ({ reference }: ApiOrder) =>
    () =>
      cell({ reference } as ApiOrder).evaluate((one) => one.matches(':focus'));
  await page.getByLabel('Courier').selectOption('Delhivery');
  await paste(field, `${third.reference}\t300000003\n${first.reference}\t100000001\nORD-1\t9`);
  await see(page.getByText('2 rows were filled.'));
  await see(page.getByText('Row 3: “ORD-1” is not one of these orders.'));
  expect(await Promise.all([first, second, third].map((one) => cell(one).inputValue()))).toEqual([
    '100000001',
    '',
    '300000003',
  ]);
  await looksRight(page, 'ship-filled');
  // A scanner types the code and Enter: our label, then the courier's in the row that it led to.
  await field.fill(second.reference);
  await page.keyboard.press('Enter');
  await becomes(isFocused(second), true);
  await page.keyboard.type('200000002');
  await field.fill('300000003');
  await page.keyboard.press('Enter');
  await becomes(isFocused(third), true);
  await cell(first).focus();
  await cell(first).fill(second.reference);
  await page.keyboard.press('Enter');
  await becomes(isFocused(second), true);
  await cell(first).fill('100000001');
  await button(page, 'Ship 3 orders').click();
  await see(page.getByText('3 orders were shipped.'));
});

test('a courier’s file delivers, notes and returns orders, after a preview', async () => {
  const all: ApiOrder[] = [];
  for (let n = 0; n < 4; n += 1) {
    const order = await newOrder();
    all.push(order);
    await ship(operator, order._id, { trackingId: `10000000${n}`, courierPartner: 'Delhivery' });
  }
  const { page, expectFailure } = await atDesk('orders');
  expectFailure('/api/desk/bulk/reported', 422);
  await page.getByRole('link', { name: 'Courier’s file' }).click();
  const choose = (text: string) => page.getByLabel('CSV file').setInputFiles(csvFile(text));
  await choose('City,State\nPune,Maharashtra');
  await see(page.getByText('The file has no column of tracking numbers, such as AWB.'));
  await choose(
    'Shipments of a day\nWaybill;Order ID;Courier Status;Remarks\n="100000000";;Item Delivered(Addressee);\n' +
      `;${all[1]?.reference};RTO Delivered;\n100000002;;Undelivered;=1+1\n` +
      '100000003;;Delivered to wrong address;\n777777777;;Delivered;\n',
  );
  await see(row(page, all[2]?.reference ?? '').getByText('The courier says: Undelivered, =1+1'));
  // The list is open, since somebody has to look at an unknown status.
  await see(page.getByText('2 lines are left out, 1 with a status that the shop does not know'));
  await see(page.getByText('100000003 (Delivered to wrong address): The shop does not know this status.'));
  await see(page.getByText('777777777 (Delivered): No order has this number.'));
  // Nothing is written yet.
  for (const { _id } of all) expect(await statusOf(_id)).toBe('Shipped');
  await page.getByLabel('The courier has collected the cash of 1 delivered order').check();
  await page.getByLabel('Yes, back into stock').check();
  await page.getByLabel('Your password').fill('not the one');
  await button(page, 'Change 3 orders').click();
  await see(page.getByText('That is not your password.'));
  await looksRight(page, 'cash of a file', { within: '.ship-many' });
  await page.getByLabel('Your password').fill(password);
  await button(page, 'Change 3 orders').click();
  await see(page.getByText('3 orders were changed.'));
  const stored = await shop.db.read.select().from(orders);
  const stateOf = new Map(
    stored.map(({ id, status, paid, undelivered }) => [id, [status, paid, undelivered]]),
  );
  expect(all.map(({ _id }) => stateOf.get(_id))).toEqual([
    ['Delivered', true, false],
    ['Returned', false, true],
    ['Shipped', false, false],
    ['Shipped', false, false],
  ]);
  await button(page, 'Undo all deliveries').click();
  await see(page.getByText('1 order was undone.'));
  const undone = await storedOrder(shop.db, all[0]?._id ?? '');
  expect([undone.status, undone.paid]).toEqual(['Out for Delivery', false]);
});

test('a courier’s remittances are recorded after a preview, and other cash from what is outstanding', async () => {
  await several(4, 'Out for Delivery');
  const all = await shop.db.read.select().from(orders);
  const [one, two, three] = all.map(({ reference, total }) => ({ reference, rupees: total / 100 }));
  await shop.db.write.update(orders).set({ status: 'Delivered', courier: 'DTDC' });
  const { page, expectFailure } = await atDesk('cash');
  expectFailure('/api/desk/bulk/remitted', 422);
  await see(row(page, 'DTDC').getByRole('link', { name: /^DTDC: .*4 orders/ }));
  await looksRight(page, 'outstanding cash', { atBothWidths: true });
  await page.getByRole('link', { name: 'Courier’s remittances' }).click();
  const file =
    'COD of a week\nOrder ID;COD Amount;UTR No\n' +
    `${one?.reference};${one?.rupees};N1\n${two?.reference};${(two?.rupees ?? 0) - 1};N1\n` +
    `${three?.reference};-1;N1\nORD-1;1;N1\n`;
  await page.getByLabel('CSV file').setInputFiles(csvFile(file));
  await see(page.getByText('Row 5, column COD Amount: “-1” is not an amount above 0.'));
  await see(page.getByText('Row 6: No order has this number.'));
  await see(button(page, /^Record ₹[\d,.]+ of 1 order$/));
  await page.getByLabel(`record ${two?.reference} all the same`).check();
  await looksRight(page, 'remittances', { atBothWidths: true });
  const paid = async () => (await shop.db.read.select().from(orders)).filter((order) => order.paid).length;
  await page.getByLabel('Your password').fill('not the one');
  await button(page, /^Record ₹[\d,.]+ of 2 orders$/).click();
  await see(page.getByText('That is not your password.'));
  expect(await paid()).toBe(0);
  await page.getByLabel('Your password').fill(password);
  await button(page, /^Record ₹[\d,.]+ of 2 orders$/).click();
  await see(page.getByText('The cash of 2 orders was recorded.'));
  expect(await paid()).toBe(2);
  await button(page, 'Done').click();
  await row(page, 'DTDC')
    .getByRole('link', { name: /^DTDC: .*2 orders/ })
    .click();
  await page.getByLabel('Select all 2 shown').check();
  await button(page, 'Cash collected (2)').click();
  await confirm(page, 'Cash collected');
  await see(bar(page).getByText('2 orders marked as paid.'));
  expect(await paid()).toBe(4);
});

test('a parcel that came back undelivered is seen when that person orders again', async () => {
  const first = await newOrder(zoya);
  await setStatus(shop.db, first._id, 'Shipped');
  const again = await newOrder(zoya);
  const { page } = await atDesk(`orders/${first._id}`);
  await button(page, 'Came back undelivered').click();
  await dialog(page).getByLabel('Why was it not delivered?').selectOption('The recipient refused it');
  await dialog(page).getByLabel('Yes, back into stock').check();
  await button(page, 'Mark as undelivered').click();
  await becomes(() => orderStatus(page), 'Returned');
  await see(page.getByText('Not delivered: the recipient refused it'));
  await page.goto(`/desk#orders/${again._id}`);
  await see(page.getByText('A parcel to this phone came back undelivered. Call before you send another.'));
  await page.goto('/desk#orders');
  await see(row(page, again.reference).getByText('A parcel to this phone came back undelivered.'));
});
