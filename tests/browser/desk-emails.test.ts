/** Emails at the desk: held ones, of which one is sent anyway, and the newsletter's addresses. */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { outbox, subscribers } from '#db/schema/index.ts';
import { times } from '../support/client.ts';
import { select } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, field, pressInDialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, atDesk, test } = browserTest();

const to = 'asha.rao.of.bengaluru@example.in';

/** Two held emails: the receipt of a message, and a link. */
const hold = () =>
  shop.db.write
    .insert(outbox)
    .values(
      (['ticket', 'verify_email'] as const).map((cause, n) => ({
        id: crypto.randomUUID(),
        cause: `${cause}:x`,
        recipient: to,
        content: n
          ? null
          : { kind: 'ticket_received' as const, subject: 'Hello', message: 'A question', name: null },
        status: 'held' as const,
        limited: true,
        nextTryAt: Date.UTC(2026, 10, 21) + n,
        createdAt: Date.UTC(2026, 10, 21),
      })),
    );

test('held emails: Today counts them if there are any; one with its text is sent anyway, also by another operator', async () => {
  const { page, expectFailure } = await atDesk('today');
  await see(page.getByRole('link', { name: /Open tickets/ }));
  await gone(page.getByRole('link', { name: /^\d+ Held emails/ }));
  await hold();
  await page.reload();
  await page.getByRole('link', { name: '2 Held emails' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Held emails' }));
  await see(row(page, 'Link to confirm the address'));
  expect(await row(page, 'Link to confirm the address').getByRole('button').count()).toBe(0);
  await button(page, `Send anyway: Receipt of a message, to ${to}`).click();
  await see(dialog(page).getByText(`“Receipt of a message” is sent to ${to} immediately.`));
  // Another operator is faster, and then not.
  await shop.db.write.update(outbox).set({ status: 'waiting' });
  expectFailure(/^\/api\/desk\/held\//, 409);
  await pressInDialog(page, 'Send anyway');
  await see(dialog(page).getByText('This email is no longer held.'));
  await shop.db.write.update(outbox).set({ status: 'held' });
  await pressInDialog(page, 'Send anyway');
  await see(toast(page, `The email is on its way to ${to}.`));
  await gone(row(page, 'Receipt of a message'));
  const [sent] = await shop.db.read.select().from(outbox).where(eq(outbox.cause, 'ticket:x'));
  expect(sent?.status).toBe('waiting');
  await shop.db.write.delete(outbox);
  await page.reload();
  await see(page.getByText('No email is held.'));
});

const insert = (...emails: string[]) =>
  shop.db.write
    .insert(subscribers)
    .values(
      emails.map((email, n) => ({ email, createdAt: Date.UTC(2026, 9, 1) + n, token: `${email} secret` })),
    );

test('the newsletter’s addresses: one is found by its beginning and unsubscribed once; the count follows', async () => {
  await insert('asha@example.in', 'ravi@example.in', 'natasha@example.in');
  const { page, expectFailure } = await atDesk('subscribers');
  await see(page.getByText('3 addresses get the newsletter.'));
  await field(page, 'Address begins with').fill('Ash');
  await page.keyboard.press('Enter');
  await gone(row(page, 'ravi@example.in'));
  await button(page, 'Unsubscribe asha@example.in').click();
  await see(dialog(page).getByText('This address gets no more newsletters.'));
  await pressInDialog(page, 'Unsubscribe');
  await see(toast(page, 'asha@example.in is unsubscribed.'));
  await see(page.getByText('2 addresses get the newsletter.'));
  await see(row(page, 'asha@example.in').getByText(/unsubscribed \d+ [A-Z][a-z]{2} \d{4}/));
  await field(page, 'Address begins with').fill('');
  await see(row(page, 'natasha@example.in'));
  await gone(page.getByRole('cell', { name: 'asha@example.in', exact: true }));
  expect(await select(shop.db, sql`SELECT email FROM subscribers WHERE unsubscribed_at IS NOT NULL`)).toEqual(
    [{ email: 'asha@example.in' }],
  );

  // This one unsubscribes meanwhile, and so does the last.
  expectFailure('/api/desk/subscribers/remove', 409);
  await button(page, 'Unsubscribe ravi@example.in').click();
  await shop.db.write.run(sql`UPDATE subscribers SET unsubscribed_at = ${Date.now()}`);
  await pressInDialog(page, 'Unsubscribe');
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

  // A long list is loaded in parts, also by keyboard, without repetition.
  await insert(...times(120, (n) => `reader-${n}@example.in`));
  await page.reload();
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
