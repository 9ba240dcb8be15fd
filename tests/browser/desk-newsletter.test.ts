/** The newsletter at the desk: the count, searching an address and unsubscribing it. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { subscribers } from '#db/schema/index.ts';
import { times } from '../support/client.ts';
import { select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { atDesk, button, dialog, field, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const insert = (...emails: string[]) =>
  shop.db.write
    .insert(subscribers)
    .values(
      emails.map((email, n) => ({ email, createdAt: Date.UTC(2026, 9, 1) + n, token: `${email} secret` })),
    );

beforeEach(() => shop.db.write.delete(subscribers));

test('an address is found by its beginning and unsubscribed; the count follows', async () => {
  await insert('asha@example.in', 'ravi@example.in', 'natasha@example.in');
  const { page } = await atDesk(shop, visit, 'subscribers');
  await see(page.getByText('3 addresses get the newsletter.'));
  await field(page, 'Address begins with').fill('Ash');
  await page.keyboard.press('Enter');
  await gone(row(page, 'ravi@example.in'));
  await button(page, 'Unsubscribe asha@example.in').click();
  await see(dialog(page).getByText('This address gets no more newsletters.'));
  await dialog(page).getByRole('button', { name: 'Unsubscribe' }).click();
  await see(toast(page, 'asha@example.in is unsubscribed.'));
  await see(page.getByText('2 addresses get the newsletter.'));
  await see(row(page, 'asha@example.in').getByText(/unsubscribed \d+ [A-Z][a-z]{2} \d{4}/));
  await field(page, 'Address begins with').fill('');
  await see(row(page, 'natasha@example.in'));
  await gone(page.getByRole('cell', { name: 'asha@example.in', exact: true }));
  expect(await select(shop.db, sql`SELECT email FROM subscribers WHERE unsubscribed_at IS NOT NULL`)).toEqual(
    [{ email: 'asha@example.in' }],
  );
});

test('more are loaded on request, also by keyboard, without repetition', async () => {
  await insert(...times(120, (n) => `reader-${n}@example.in`));
  const { page } = await atDesk(shop, visit, 'subscribers');
  const shown = () => page.locator('tbody tr').count();
  await becomes(shown, 50);
  await button(page, 'Show more').focus();
  await page.keyboard.press('Enter');
  await becomes(shown, 100);
  await button(page, 'Show more').click();
  await becomes(shown, 120);
  await gone(button(page, 'Show more'));
  const addresses = await page.locator('tbody td:first-child').allTextContents();
  expect(new Set(addresses).size).toBe(120);
});

test('an address that has unsubscribed meanwhile is reported; empty lists have their own texts', async () => {
  await insert('asha@example.in');
  const { page, expectFailure } = await atDesk(shop, visit, 'subscribers');
  expectFailure({ path: '/api/desk/subscribers/remove', status: 409 });
  await button(page, 'Unsubscribe asha@example.in').click();
  await shop.db.write.run(sql`UPDATE subscribers SET unsubscribed_at = ${Date.now()}`);
  await dialog(page).getByRole('button', { name: 'Unsubscribe' }).click();
  await see(dialog(page).getByText('This address is already unsubscribed'));
  await button(page, 'Back').click();
  await see(page.getByText('0 addresses get the newsletter.'));
  await field(page, 'Address begins with').fill('zoe');
  await page.keyboard.press('Enter');
  await see(page.getByText('No address begins with zoe.'));
  await shop.db.write.delete(subscribers);
  await page.goto('/desk#subscribers');
  await page.reload();
  await see(page.getByText('Nobody has subscribed yet.'));
});
