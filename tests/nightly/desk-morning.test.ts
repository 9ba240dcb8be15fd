/**
 * A morning of 200 orders at the desk, with a real mouse and keyboard. It counts the clicks and keystrokes of each task,
 * keeps the most that a task may take, and writes what it counted into docs/operations.md.
 */
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { orders, products } from '#db/schema/index.ts';
import { countTasks } from '../browser/clicks.ts';
import { atDesk, button, dialog, row } from '../browser/desk-steps.ts';
import { toast } from '../browser/steps.ts';
import { becomes, see, useBrowser } from '../browser/visitor.ts';
import { password } from '../support/accounts.ts';
import { inBatches, times } from '../support/client.ts';
import { address, placed, refillStock } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ store: { issueAt: 'packing' } });
const { visit } = useBrowser(shop);
const many = 200;

/** The most clicks that a task may take; pasting and typing texts come on top. */
const most = {
  'See what to pack': 1,
  [`Move ${many} orders to Packing`]: 4,
  [`Print all papers of ${many} orders`]: 4,
  [`Ship ${many} orders with their tracking numbers`]: 6,
  [`Deliver ${many} orders by the courier’s file`]: 5,
  'Refund a part of an order': 5,
  'Find anybody': 1,
  'Answer and close a ticket': 3,
  'Undo a move': 1,
};

beforeAll(async () => {
  await refillStock(shop.db);
  await shop.db.write.update(products).set({ stock: 10_000 });
  await inBatches(
    times(many, (n) => n),
    async (n) => placed(await shop.person(), undefined, { firstName: `Asha${n}` }),
  );
  await shop
    .client()
    .post('/api/contact/submit', {
      email: address.email,
      subject: 'A broken pump',
      issueType: 'order',
      message: 'It came without a spring.',
    });
});

test('a morning of 200 orders takes few clicks, and the guide says how many', async () => {
  const { page } = await atDesk(shop, visit, 'today');
  const { after, skip, write } = await countTasks(page, 'clicks', most);
  const paste = (into: Locator, text: string) =>
    into.evaluate((input, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', data);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  const inMenu = (screen: string) =>
    page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: new RegExp(`^${screen}`) });
  const statuses = async () => {
    const rows = await shop.db.read.select({ status: orders.status }).from(orders);
    return [...Map.groupBy(rows, ({ status }) => status)].map(([status, all]) => [status, all.length]);
  };

  await see(page.getByRole('heading', { name: 'Today' }));
  await page
    .getByRole('link', { name: /To pack/ })
    .first()
    .click();
  await see(page.getByText('Oldest first'));
  await see(page.getByLabel('Select all 50 shown'));
  await after('See what to pack');

  await page.getByLabel('Select all 50 shown').click();
  await button(page, `Select all ${many} that match`).click();
  await button(page, `Start packing (${many})`).click();
  await see(page.getByText(`${many} orders moved to Packing.`).first());
  expect(await statuses()).toEqual([['Packing', many]]);
  await after(`Move ${many} orders to Packing`);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: `Print ${many} orders` }).click();
  const papers = await opened;
  await papers.getByRole('button', { name: 'Print all' }).click();
  expect(await papers.locator('.parcel-label').count()).toBe(many);
  // The invoices, issued while they were packed.
  expect(await papers.locator('.document').count()).toBe(many);
  await papers.close();
  // The click on `Print all` in the other tab.
  await after(`Print all papers of ${many} orders`, { more: 1 });

  await page.getByRole('link', { name: `Ship (${many})` }).click();
  const courier = page.getByLabel('Courier').first();
  await courier.focus();
  await page.keyboard.type('Delhivery');
  await becomes(() => courier.inputValue(), 'Delhivery');
  const numbers = times(many, (n) => String(100_000_000 + n));
  const first = page.getByLabel(/^Tracking number of/).first();
  await first.click();
  await paste(first, numbers.join('\n'));
  await button(page, `Ship ${many} orders`).click();
  await page.getByText(`${many} orders were shipped.`).waitFor({ timeout: 120_000 });
  expect(await statuses()).toEqual([['Shipped', many]]);
  await after(`Ship ${many} orders with their tracking numbers`, { also: 'one paste' });

  await button(page, 'Undo all').click();
  await page.getByText(`${many} orders were undone.`).waitFor({ timeout: 120_000 });
  await after('Undo a move');
  await button(page, `Ship ${many} orders`).click();
  await page.getByText(`${many} orders were shipped.`).waitFor({ timeout: 120_000 });
  await inMenu('Orders').click();
  skip();

  await page.getByRole('link', { name: 'Courier’s file' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('CSV file').click();
  const buffer = Buffer.from(`AWB,Status\n${numbers.map((number) => `${number},Delivered`).join('\n')}`);
  await (await chooser).setFiles({ name: 'delhivery.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel(`The courier has collected the cash of ${many} delivered orders`).click();
  await page.getByLabel('Your password').fill(password);
  await button(page, `Change ${many} orders`).click();
  await page.getByText(`${many} orders were changed.`).waitFor({ timeout: 240_000 });
  expect(await statuses()).toEqual([['Delivered', many]]);
  await after(`Deliver ${many} orders by the courier’s file`, { also: 'choosing the file' });

  await inMenu('Orders').click();
  await see(page.getByLabel('Select all 50 shown'));
  skip();
  await page.keyboard.press('/');
  await page.keyboard.type('asha137');
  await becomes(() => page.locator('.desk-orders tbody tr').count(), 1);
  await see(row(page, 'Asha137'));
  await after('Find anybody', { also: 'typing a name, number, city or product' });

  await row(page, 'Asha137').getByRole('link').first().click();
  skip();
  await button(page, 'Refund').click();
  await dialog(page)
    .getByRole('group', { name: 'Quantity of Rose Toner' })
    .getByRole('button', { name: 'One more' })
    .click();
  await dialog(page).getByLabel('The shopper keeps it').click();
  await dialog(page).getByLabel('Reason').fill('The pump of one bottle leaks');
  await dialog(page)
    .getByRole('button', { name: /^Refund/ })
    .click();
  await see(page.getByText('To confirm'));
  await after('Refund a part of an order', { also: 'typing the reason' });

  await page.goto('/desk#tickets');
  skip();
  await page.getByRole('link', { name: 'A broken pump' }).click();
  await page.getByLabel(`Answer to ${address.email}`).click();
  await page.keyboard.insertText('A new pump leaves tomorrow.');
  await button(page, 'Send answer').click();
  await see(toast(page, `The answer is on its way to ${address.email}.`));
  await see(button(page, 'Reopen'));
  await after('Answer and close a ticket', { also: 'typing the answer' });

  write();
});
