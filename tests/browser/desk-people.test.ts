/** Operators at the desk: adding and removing one, also by two operators at once. */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import type { Person } from '../support/shop.ts';
import { browserTest } from './browser-test.ts';
import { button, confirm, dialog, pressInDialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { gone, see } from './visitor.ts';

const { shop, operator, atDesk, test } = browserTest({ simulators: true });

const called = async (person: Person, name: string): Promise<Person> => {
  await shop.db.write.update(users).set({ name }).where(eq(users.id, person.id));
  return { ...person, name };
};

test('an operator is added by email address, and told so by email; one who is removed loses access', async () => {
  const zoya = await called(await shop.person(), 'Zoya Khan');
  const vikram = await called(await shop.person('operator'), 'Vikram Iyer');
  const meera = await called(await shop.person('operator'), 'Meera Das');
  const theirs = await atDesk('people', 1280, vikram);
  await see(row(theirs.page, vikram.email));
  const { page, expectFailure } = await atDesk('people');
  await see(row(page, operator.email).getByText('(you)'));
  await button(page, 'Add operator').click();
  expectFailure('/api/desk/people/add', 422);
  await dialog(page).getByLabel('Their email').fill('nobody@example.in');
  await dialog(page).getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await see(dialog(page).getByText('No account has this address.'));
  await dialog(page).getByLabel('Their email').fill(zoya.email);
  await page.keyboard.press('Enter');
  await see(toast(page, 'Zoya Khan is an operator now.'));
  await see(row(page, zoya.email).getByText('signed out'));
  const { text } = await shop.simulators.mailbox.waitFor((mail) => mail.to.includes(zoya.email));
  expect(text).toContain('Priya Nair has made Zoya Khan');

  await gone(button(page, 'Remove Priya Nair'));
  await button(page, 'Remove Vikram Iyer').click();
  expectFailure('/api/desk/people/remove', 422);
  await dialog(page).getByLabel('Your password').fill('not the one');
  await page.keyboard.press('Enter');
  await see(dialog(page).getByText('That is not your password.'));
  // The first answer ends the session, which may be that to the question what waits.
  theirs.allowFailure(/^\/api\/desk\//, 401);
  await confirm(page, 'Remove');
  await see(toast(page, 'Vikram Iyer is no longer an operator.'));
  await gone(row(page, vikram.email));
  await theirs.page.goto('/desk#stock');
  await see(theirs.page.getByRole('dialog', { name: 'Sign in again' }));

  // Another operator was faster: this is reported, and the list is reloaded.
  await button(page, 'Remove Meera Das').click();
  await shop.db.write.run(sql`UPDATE users SET role = 'shopper' WHERE id = ${meera.id}`);
  expectFailure('/api/desk/people/remove', 409);
  await dialog(page).getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await see(dialog(page).getByText('Meera Das is no longer an operator.'));
  await pressInDialog(page, 'Back');
  await gone(row(page, meera.email));
  await page.getByRole('link', { name: 'Audit' }).click();
  await see(row(page, 'added or removed an operator').getByText('made a shopper again'));
});
