/** A session of the desk that ends while its operator works. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { sessions } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog } from './desk-steps.ts';
import { see } from './visitor.ts';

const { shop, operator, newOrder, atDesk, test } = browserTest();

test('a session that ends asks to sign in on top of an open form, which is then sent; signing out closes the desk', async () => {
  const order = await newOrder();
  const { page, expectFailure } = await atDesk(`orders/${order._id}`, 390);
  await button(page, 'Add note').click();
  await dialog(page).getByLabel('Note').fill('Please leave it at flat 14.');
  await shop.db.write.delete(sessions).where(eq(sessions.userId, operator.id));
  expectFailure(/^\/api\//, 401);
  await button(page, 'Save note').click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await see(again);
  await looksRight(page, 'sign in again', { within: '.desk-dialog[closedby]' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await again.getByLabel('Email').inputValue()).toBe(operator.email);
  await again.getByLabel('Password').fill('not the one');
  await again.getByRole('button', { name: 'Sign in' }).click();
  await see(again.getByRole('alert'));
  await again.getByLabel('Password').fill(password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await see(dialog(page).getByLabel('Note'));
  expect(await dialog(page).getByLabel('Note').inputValue()).toBe('Please leave it at flat 14.');
  await button(page, 'Save note').click();
  await see(page.locator('.desk-history').getByText('Please leave it at flat 14.'));
  await button(page, 'Sign out').click();
  await see(page.getByRole('heading', { name: 'Page not found' }));
  expect(await page.locator('.desk').count()).toBe(0);
});
