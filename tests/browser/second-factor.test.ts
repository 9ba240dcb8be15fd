/** Two-step sign-in: its setup in front of the desk, signing in, confirming an action of the desk, and the account page. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { attempts, users } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { allowReuse, codeOf, operatorWithFactor } from '../support/second-factor.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, pressInDialog, row } from './desk-steps.ts';
import { isFocused, toast } from './steps.ts';
import { gone, see } from './visitor.ts';

const { shop, visit, visitAsShopper, atDesk, test } = browserTest({
  vars: { OPERATOR_SECOND_FACTOR: 'required' },
  empties: [users, attempts],
});

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login?next=/desk');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
}

/** Adds the secret to an app, and types the app's code into the form. */
async function enterAppCode(page: Page): Promise<string> {
  const shown = await page.locator('.factor-key code').textContent();
  const secret = shown?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await button(page, 'Turn it on').click();
  await see(page.getByText('Keep your recovery codes'));
  return secret;
}

test('the desk requires the setup, and then signing in requires a code', async () => {
  const operator = await operatorWithPassword(shop);
  const { page, expectFailure } = await visit(390);
  await enterPassword(page, operator.email);
  await page.waitForURL('/desk');
  await see(page.getByRole('heading', { name: 'Two-step sign-in' }));
  expectFailure('/api/user/second-factor/begin', 422);
  await page.getByLabel('Your password', { exact: true }).fill('not the one');
  await button(page, 'Continue').click();
  await see(page.getByText('That is not your password.'));
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await button(page, 'Continue').click();
  await see(page.getByRole('img', { name: 'QR code for the authenticator app' }));
  await looksRight(page, 'the setup', { within: 'main' });
  expectFailure('/api/user/second-factor/confirm', 422);
  await page.getByLabel('Code from the app').fill('000000');
  await button(page, 'Turn it on').click();
  await see(page.getByText('This code is not right'));
  const secret = await enterAppCode(page);
  await looksRight(page, 'recovery codes', { within: 'main' });
  const codes = await page.locator('.recovery-codes code').allTextContents();
  expect(codes).toHaveLength(10);
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\r\n'));
  await button(page, 'I have saved them').click();
  await page.locator('.desk').waitFor();
  await button(page, 'Sign out').click();
  await see(page.getByRole('heading', { name: 'Page not found' }));

  await allowReuse(shop, operator);
  expectFailure('/api/user/login', 401);
  await enterPassword(page, operator.email);
  const code = page.getByLabel('Code', { exact: true });
  await see(code);
  expect(await isFocused(code)).toBe(true);
  await looksRight(page, 'signing in', { within: 'main' });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await see(page.getByText('This code is not right'));
  await code.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.waitForURL('/desk');
  await page.locator('.desk').waitFor();
});

test('a colleague’s two-step sign-in is reset under Operators', async () => {
  const [operator, vikram] = [await operatorWithFactor(shop), await operatorWithFactor(shop, 'Vikram Iyer')];
  const { page, expectFailure } = await atDesk('people', 1280, operator);
  await see(row(page, vikram.email).getByText('On'));
  await gone(button(page, `Reset two-step sign-in of ${operator.name}`));
  await button(page, 'Reset two-step sign-in of Vikram Iyer').click();
  await dialog(page).getByLabel('Your password').fill(password);
  await dialog(page).getByLabel('Code', { exact: true }).fill('000000');
  expectFailure('/api/desk/people/reset-second-factor', 422);
  await page.keyboard.press('Enter');
  await see(dialog(page).getByText('This code is not right'));
  await looksRight(page, 'the dialog', { within: 'dialog[open]' });
  await dialog(page).getByLabel('Code', { exact: true }).fill(codeOf(operator.secret));
  await pressInDialog(page, 'Reset');
  await see(toast(page, 'Vikram Iyer is signed out'));
  await see(row(page, vikram.email).getByText('off'));
});

test('the account page shows that it is on, makes new recovery codes, and asks for a code elsewhere', async () => {
  const operator = await operatorWithFactor(shop);
  const { page, expectFailure } = await visitAsShopper({ path: '/account', person: operator });
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await see(section.getByText('On, 10 recovery codes left.'));
  await button(page, 'Change password').click();
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('a walk in Cubbon Park');
  expectFailure('/api/user/password', 422);
  await button(page, 'Change Password').click();
  await see(page.getByText('Enter the 6-digit code'));

  await section.getByRole('button', { name: 'New Recovery Codes' }).click();
  await section.getByLabel('Your password', { exact: true }).fill(password);
  await section.getByLabel('Code', { exact: true }).fill(operator.codes[0] ?? '');
  await section.getByRole('button', { name: 'Make New Codes' }).click();
  await see(section.getByText('Keep your recovery codes'));
  expect(await section.locator('.recovery-codes code').allTextContents()).not.toContain(operator.codes[0]);
  await section.getByRole('button', { name: 'I have saved them' }).click();
  await see(section.getByText('On, 10 recovery codes left.'));

  const details = page.getByRole('region', { name: 'Your details' });
  await details.getByLabel('Code', { exact: true }).fill(codeOf(operator.secret));
  await button(page, 'Change Password').click();
  await see(toast(page, 'Your password is changed.'));
  await see(page.getByText(operator.email));
});
