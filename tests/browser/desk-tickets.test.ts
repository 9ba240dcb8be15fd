/** Tickets at the desk: one is read beside the customer's orders, answered by email, closed and reopened. */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { outbox, tickets } from '#db/schema/index.ts';
import { address } from '../support/orders.ts';
import { select } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { button, field, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, newOrder, atDesk, test } = browserTest({ simulators: true, empties: [tickets, outbox] });
const answerPath = /^\/api\/desk\/tickets\/[\w-]+\/answer$/;

const answer = (page: Page) => page.getByLabel(`Answer to ${address.email}`);
const thread = (page: Page) => page.locator('.desk-thread > li');

/** Opens a ticket as a shopper. @returns its id */
async function openTicket(subject = 'A broken pump', message = 'It came without a spring.'): Promise<string> {
  await shop
    .client()
    .post('/api/contact/submit', { email: address.email, subject, message, issueType: 'order' });
  const [ticket] = await select<{ id: string }>(shop.db, sql`SELECT id FROM tickets ORDER BY rowid DESC`);
  return ticket?.id ?? '';
}

beforeEach(() => shop.simulators.mailbox.clear());

test('a ticket is answered beside the customer’s orders, and the email arrives', async () => {
  const order = await newOrder(address);
  const id = await openTicket();
  const { page } = await atDesk('tickets');
  await see(row(page, 'A broken pump').getByText('To be answered'));
  await page.getByRole('link', { name: 'A broken pump' }).click();
  await see(page.getByText('It came without a spring.'));
  await see(page.getByRole('link', { name: order.reference }));
  await answer(page).fill('We are sorry.\n\nA new pump leaves tomorrow.');
  await answer(page).press('Control+Enter');
  await see(toast(page, `The answer is on its way to ${address.email}.`));
  await see(thread(page).nth(1).getByText('A new pump leaves tomorrow.'));
  await see(button(page, 'Reopen'));

  const reference = `T-${id.slice(0, 8).toUpperCase()}`;
  const subject = `Re: A broken pump [${reference}]`;
  const { html } = await shop.simulators.mailbox.waitFor((mail) => mail.subject === subject);
  expect(html).toContain('A new pump leaves tomorrow.');
  expect(html).toMatch(/<blockquote[^>]*>[\s\S]*It came without a spring\./);

  await page.getByRole('link', { name: '← Tickets' }).click();
  await see(page.getByText('There are no open tickets.'));
  await field(page, 'Show').selectOption('Closed');
  await see(row(page, 'A broken pump').getByText('Closed, 1 answer'));
});

test('the second of two simultaneous answers shows the first one and keeps its own text', async () => {
  const id = await openTicket();
  const { page, expectFailure } = await atDesk(`tickets/${id}`, 390);
  expectFailure(answerPath, 409);
  await see(answer(page));
  const message = 'It leaves tomorrow.';
  const seen = { status: 'open', answers: 0 };
  const other = await shop.person('operator');
  await other.post(`/api/desk/tickets/${id}/answer`, { message, keepOpen: true, seen });
  await answer(page).fill('It left today.');
  await field(page, 'Keep the ticket open').check();
  await button(page, 'Send answer').click();
  await see(page.getByRole('alert').getByText('Asha Rao has already answered: “It leaves tomorrow.”'));
  await see(thread(page).nth(1).getByText(message));
  expect(await answer(page).inputValue()).toBe('It left today.');
  // After seeing it, they can add another answer.
  await button(page, 'Send answer').click();
  await see(thread(page).nth(2).getByText('It left today.'));
  await see(answer(page));
  await becomes(
    () => shop.simulators.mailbox.messages.filter(({ subject }) => subject.startsWith('Re:')).length,
    2,
  );
});

test('an unsent answer is kept while another ticket is opened, closed and reopened', async () => {
  const [one, other] = [await openTicket('First'), await openTicket('Second')];
  const { page, expectFailure } = await atDesk(`tickets/${one}`);
  await answer(page).fill('Half a thought');
  await page.goto(`/desk#tickets/${other}`);
  await see(page.getByRole('heading', { name: 'Second' }));
  expect(await answer(page).inputValue()).toBe('');
  await button(page, 'Close without an answer').click();
  await see(toast(page, 'The ticket is closed.'));
  await gone(answer(page));
  await button(page, 'Reopen').click();
  await see(answer(page));
  await page.goBack();
  await see(page.getByRole('heading', { name: 'First' }));
  expect(await answer(page).inputValue()).toBe('Half a thought');
  expectFailure('/api/desk/tickets/nothing', 404);
  await page.goto('/desk#tickets/nothing');
  await see(page.getByRole('alert').getByText('This ticket was not found.'));
});
