/**
 * The support form of /contact in its four states (docs/behaviour.md 12: form hidden, form open, submitting,
 * submitted), with their texts.
 */
import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { ticketReference } from '#features/support/reference.ts';
import { select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { asked, hold, isFocused } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const submitPath = '/api/contact/submit';

beforeEach(() => shop.db.write.run(sql`DELETE FROM tickets`));

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const form = (page: Page): Locator => page.getByRole('form', { name: 'Contact Support' });
const problem = (page: Page): Locator => form(page).getByRole('alert');
const thanks = (page: Page) => page.getByRole('heading', { name: 'Ticket Submitted Successfully!' });
const errorOf = (page: Page, label: string) =>
  form(page)
    .getByLabel(label)
    .evaluate((input) => document.getElementById(`${input.id}-error`)?.textContent);

async function fill(page: Page, more: Record<string, string> = {}): Promise<void> {
  const values = { Email: 'asha@example.in', Subject: 'A broken pump', Description: 'No spring.', ...more };
  for (const [label, value] of Object.entries(values))
    await form(page).getByLabel(label, { exact: true }).fill(value);
}

/** The form, opened by its link. */
async function open() {
  const visitor = await visit(390);
  await visitor.page.goto('/contact#support');
  await see(form(visitor.page));
  return visitor;
}

describe('the support form', () => {
  test('is hidden until requested; Close hides it again and keeps the typed text', async () => {
    const { page } = await visit(1280);
    await page.goto('/contact');
    await gone(form(page));
    await button(page, 'Contact Support').click();
    await see(form(page));
    await form(page).getByLabel('Subject').fill('Half a thought');
    await button(page, 'Close').click();
    await gone(form(page));
    expect(await isFocused(button(page, 'Contact Support'))).toBe(true);
    await button(page, 'Contact Support').click();
    expect(await form(page).getByLabel('Subject').inputValue()).toBe('Half a thought');
  });

  test('shows an error at each wrong field; the first gets the focus, and editing clears it', async () => {
    const { page } = await open();
    const calls = asked(page, submitPath);
    await button(page, 'Submit Ticket').click();
    await becomes(() => errorOf(page, 'Email'), 'Please enter your email address');
    expect(await errorOf(page, 'Subject')).toBe('Please enter a subject');
    expect(await errorOf(page, 'Description')).toBe('Please enter a description');
    expect(await errorOf(page, 'Name')).toBe('');
    const email = form(page).getByLabel('Email');
    expect(await isFocused(email)).toBe(true);
    await fill(page, { Email: 'asha' });
    await button(page, 'Submit Ticket').click();
    await becomes(() => errorOf(page, 'Email'), 'Please enter a valid email address');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.getAttribute('aria-describedby')).toBe('ticket-email-error');
    await email.fill('asha@example.in');
    await becomes(() => errorOf(page, 'Email'), '');
    expect(await email.getAttribute('aria-invalid')).toBeNull();
    await gone(problem(page));
    expect(calls).toEqual([]);
  });

  test('is busy while it submits, once, and then thanks: "Ticket Submitted Successfully!"', async () => {
    const { page } = await open();
    const issues = form(page).getByLabel('What is it about?');
    expect(await issues.inputValue()).toBe('general');
    expect(
      await issues.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['general', 'order', 'return', 'technical', 'billing']);
    // Markup is shown as text.
    await fill(page, { Description: '<img src=x onerror=alert(1)>' });
    await issues.selectOption('return');
    const calls = asked(page, submitPath);
    const { came, release } = await hold(page, `**${submitPath}`);
    await button(page, 'Submit Ticket').click();
    await came;
    expect(await button(page, 'Submit Ticket').getAttribute('aria-busy')).toBe('true');
    await form(page).getByLabel('Subject').press('Enter');
    release();
    await see(thanks(page));
    await gone(form(page));
    await becomes(() => isFocused(thanks(page)), true);
    const [ticket] = await select<{ id: string }>(shop.db, sql`SELECT id FROM tickets`);
    await see(page.getByText(`Your reference is ${ticketReference(ticket?.id ?? '')}.`));
    expect(calls).toHaveLength(1);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await select(shop.db, sql`SELECT name, email, subject, issue_type, message FROM tickets`)).toEqual(
      [
        {
          name: null,
          email: 'asha@example.in',
          subject: 'A broken pump',
          issue_type: 'return',
          message: '<img src=x onerror=alert(1)>',
        },
      ],
    );

    // "'Submit Another Ticket' reopens an empty form", "'Back to Support' closes it".
    await button(page, 'Submit Another Ticket').click();
    await see(form(page));
    await gone(thanks(page));
    for (const label of ['Email', 'Subject', 'Description'])
      expect(await form(page).getByLabel(label, { exact: true }).inputValue()).toBe('');
    expect(await issues.inputValue()).toBe('general');
    await fill(page);
    await button(page, 'Submit Ticket').click();
    await button(page, 'Back to Support').click();
    await gone(thanks(page));
    await gone(form(page));
    await see(button(page, 'Contact Support'));
  });

  test('"a red box with the server message"; the text stays, and can be sent again', async () => {
    const { page, expectFailure } = await open();
    await fill(page);
    const submit = async (status: number, body: object | null) => {
      expectFailure({ path: submitPath, status });
      await page.route(
        `**${submitPath}`,
        (route) => (body ? route.fulfill({ status, json: body }) : route.abort('internetdisconnected')),
        { times: 1 },
      );
      await button(page, 'Submit Ticket').click();
    };
    await submit(429, { success: false, code: 'too_many', message: 'Many tickets came from here.' });
    await becomes(() => problem(page).textContent(), 'Many tickets came from here.');
    expect(await form(page).getByLabel('Description').inputValue()).toBe('No spring.');
    await submit(500, {});
    await becomes(() => problem(page).textContent(), 'Failed to submit ticket. Please try again.');
    await submit(0, null);
    await becomes(
      () => problem(page).locator('p').allTextContents(),
      [
        'Failed to submit ticket. Please try again.',
        "We can't reach the shop. Check your connection and try again.",
      ],
    );
    // The server's error about a field is shown at that field.
    await submit(422, { success: false, code: 'invalid', message: 'Rude', fields: { subject: 'Too rude' } });
    await becomes(() => errorOf(page, 'Subject'), 'Too rude');
    await gone(problem(page));
    await button(page, 'Submit Ticket').click();
    await see(thanks(page));
  });
});
