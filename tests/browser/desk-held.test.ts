/** Held emails: Today shows their number, the screen lists them, and one can be sent anyway. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { outbox } from '#db/schema/index.ts';
import { useShop } from '../support/shop.ts';
import { atDesk, button, dialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const to = 'asha.rao.of.bengaluru@example.in';

/** Two held emails: the receipt of a message, and a link. */
const hold = () =>
  shop.db.write.insert(outbox).values(
    (['ticket', 'verify_email'] as const).map((cause, n) => ({
      id: crypto.randomUUID(),
      cause: `${cause}:x`,
      recipient: to,
      letter: n
        ? null
        : { kind: 'ticket_received' as const, subject: 'Hello', message: 'A question', name: null },
      status: 'held' as const,
      limited: true,
      nextTryAt: Date.UTC(2026, 10, 21) + n,
      createdAt: Date.UTC(2026, 10, 21),
    })),
  );

beforeEach(() => shop.db.write.delete(outbox));

test('Today counts them only when there are any; one with its text is sent anyway', async () => {
  const { page } = await atDesk(shop, visit, 'today');
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
  await dialog(page).getByRole('button', { name: 'Send anyway' }).click();
  await see(toast(page, `The email is on its way to ${to}.`));
  await gone(row(page, 'Receipt of a message'));
  const [sent] = await shop.db.read.select().from(outbox).where(eq(outbox.cause, 'ticket:x'));
  expect(sent?.status).toBe('waiting');
});

test('one that another operator has sent is reported; the list has an empty state', async () => {
  await hold();
  const { page, expectFailure } = await atDesk(shop, visit, 'held');
  await button(page, /^Send anyway/).click();
  await shop.db.write.delete(outbox).where(eq(outbox.cause, 'verify_email:x'));
  await shop.db.write.update(outbox).set({ status: 'waiting' });
  expectFailure({ path: /^\/api\/desk\/held\//, status: 409 });
  await dialog(page).getByRole('button', { name: 'Send anyway' }).click();
  await see(dialog(page).getByText('This email is no longer held.'));
  await button(page, 'Back').click();
  await see(page.getByText('No email is held.'));
});
