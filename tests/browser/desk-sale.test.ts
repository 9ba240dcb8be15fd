/** A sale day at the desk: what a sale needs, the limits for its time, and the way back. */

import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { saleDays } from '#db/schema/index.ts';
import { select } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, confirm, dialog, field, row } from './desk-steps.ts';
import { errorOf, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, atDesk, test } = browserTest({ empties: [saleDays] });
const path = '/api/desk/sale-day';

test('an operator sees which limits bind, sets them for the sale, and ends them', async () => {
  const { page, expectFailure } = await atDesk('sale', 390);
  expectFailure(path, 422);
  await field(page, 'Visits in the busiest hour').fill('1000');
  await field(page, 'Pieces for sale').fill('12000');
  await see(page.getByText('No limit binds.'));
  await field(page, 'Visits in the busiest hour').fill('100000');
  await field(page, 'Of them order, %').fill('10');
  await see(page.getByText('10,000 orders in the busiest hour'));
  await see(row(page, 'Cash orders in an hour').getByText('binds'));
  await looksRight(page, 'the plan', { atBothWidths: true });

  await button(page, 'Set limits for the sale').click();
  const cash = dialog(page).getByLabel('Held in cash orders of a product within an hour');
  expect(await cash.inputValue()).toBe('50');
  expect(await dialog(page).getByLabel('Orders from one account in an hour').inputValue()).toBe('');
  await cash.fill('95');
  await confirm(page, 'Set limits');
  await becomes(() => errorOf(page, 'cashPerHour'), 'Please enter a whole number from 1 to 90.');
  await looksRight(page, 'the limits', { within: 'dialog' });
  await cash.fill('60');
  await confirm(page, 'Set limits');
  await see(toast(page, 'The limits are set. They end by themselves.'));
  await see(page.getByRole('status').getByText('Held in cash orders of a product within an hour: 60'));
  await looksRight(page, 'limits that run', { within: '.desk-screen' });

  await page
    .getByRole('status')
    .getByRole('button', { name: /^End now/ })
    .click();
  await dialog(page).getByRole('button', { name: 'End now' }).click();
  await see(toast(page, 'The usual limits count again.'));
  await gone(page.getByText('Limits are set until'));
  await see(row(page, 'Ended'));
  const audited = await select<{ action: string }>(
    shop.db,
    sql`SELECT action FROM audit WHERE action LIKE 'sale_day%' ORDER BY rowid`,
  );
  expect(audited.map(({ action }) => action)).toEqual(['sale_day_set', 'sale_day_ended']);
});
