/**
 * The support form of /contact in its four states (docs/behaviour.md 12: form hidden, form open, submitting,
 * submitted), with their texts.
 */
import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { countRows, select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { faults } from './axe.ts';
import { asked, hold } from './steps.ts';
import { becomes, gone, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const submitPath = '/api/contact/submit';

beforeEach(() => shop.db.write.run(sql`DELETE FROM tickets`));

async function open(path = '/contact', width = 1280) {
  const visitor = await visit(width);
  await visitor.page.goto(path, { waitUntil: 'networkidle' });
  return visitor;
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const form = (page: Page): Locator => page.getByRole('form', { name: 'Contact Support' });
const problem = (page: Page): Locator => form(page).getByRole('alert');
const errorOf = (page: Page, label: string) =>
  form(page)
    .getByLabel(label)
    .evaluate((input) => document.getElementById(`${input.id}-error`)?.textContent);

async function fill(page: Page, more: Record<string, string> = {}): Promise<void> {
  const values = { Email: 'asha@example.in', Subject: 'A broken pump', Description: 'No spring.', ...more };
  for (const [label, value] of Object.entries(values))
    await form(page).getByLabel(label, { exact: true }).fill(value);
}

/** The open form, filled in. */
async function openFilledForm(width = 1280) {
  const visitor = await open('/contact', width);
  await button(visitor.page, 'Contact Support').click();
  await fill(visitor.page);
  return visitor;
}

describe('the support form', () => {
  test('is hidden until requested; Close hides it again and keeps the typed text', async () => {
    const { page } = await open();
    await gone(form(page));
    await button(page, 'Contact Support').click();
    await see(form(page));
    await form(page).getByLabel('Subject').fill('Half a thought');
    await button(page, 'Close').click();
    await gone(form(page));
    expect(await button(page, 'Contact Support').evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    await button(page, 'Contact Support').click();
    expect(await form(page).getByLabel('Subject').inputValue()).toBe('Half a thought');
  });

  test('a link to #support opens it', async () => {
    const { page } = await open('/contact#support', 390);
    await see(form(page));
  });

  test('has fields for name, email, subject, kind and description; general is selected', async () => {
    const { page } = await open('/contact#support');
    const names = await form(page)
      .locator('[name]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
    expect(names).toEqual(['name', 'email', 'subject', 'issueType', 'message']);
    const issues = form(page).getByLabel('What is it about?');
    expect(await issues.inputValue()).toBe('general');
    expect(
      await issues.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['general', 'order', 'return', 'technical', 'billing']);
  });

  test.each(widths)('"Ticket Submitted Successfully!", and the ticket is saved, at %d px', async (width) => {
    const { page } = await openFilledForm(width);
    await form(page).getByLabel('What is it about?').selectOption('return');
    await button(page, 'Submit Ticket').click();
    const title = page.getByRole('heading', { name: 'Ticket Submitted Successfully!' });
    await see(title);
    await gone(form(page));
    await becomes(() => title.evaluate((one) => one === document.activeElement), true);
    expect(await select(shop.db, sql`SELECT name, email, subject, issue_type, message FROM tickets`)).toEqual(
      [
        {
          name: null,
          email: 'asha@example.in',
          subject: 'A broken pump',
          issue_type: 'return',
          message: 'No spring.',
        },
      ],
    );
  });

  test('"\'Submit Another Ticket\' reopens an empty form"', async () => {
    const { page } = await openFilledForm();
    await button(page, 'Submit Ticket').click();
    await button(page, 'Submit Another Ticket').click();
    await see(form(page));
    await gone(page.getByText('Ticket Submitted Successfully!'));
    for (const label of ['Email', 'Subject', 'Description'])
      expect(await form(page).getByLabel(label, { exact: true }).inputValue()).toBe('');
    expect(await form(page).getByLabel('What is it about?').inputValue()).toBe('general');
  });

  test('"\'Back to Support\' closes it"', async () => {
    const { page } = await openFilledForm();
    await button(page, 'Submit Ticket').click();
    await button(page, 'Back to Support').click();
    await gone(page.getByText('Ticket Submitted Successfully!'));
    await gone(form(page));
    await see(button(page, 'Contact Support'));
  });

  test('each missing value is shown at its field, nothing is sent, the first gets the focus', async () => {
    const { page } = await open('/contact#support');
    const calls = asked(page, submitPath);
    await button(page, 'Submit Ticket').click();
    await becomes(() => errorOf(page, 'Email'), 'Please enter your email address');
    expect(await errorOf(page, 'Subject')).toBe('Please enter a subject');
    expect(await errorOf(page, 'Description')).toBe('Please enter a description');
    expect(await errorOf(page, 'Name')).toBe('');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await gone(problem(page));
    expect(calls).toEqual([]);
  });

  test('screen readers get each error with its field, and editing the field clears it', async () => {
    const { page } = await open('/contact#support');
    await fill(page, { Email: 'asha' });
    await button(page, 'Submit Ticket').click();
    const email = form(page).getByLabel('Email');
    await becomes(() => errorOf(page, 'Email'), 'Please enter a valid email address');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.getAttribute('aria-describedby')).toBe('ticket-email-error');
    await email.fill('asha@example.in');
    await becomes(() => errorOf(page, 'Email'), '');
    expect(await email.getAttribute('aria-invalid')).toBeNull();
  });

  test('the button is busy while submitting, and a second press sends nothing more', async () => {
    const { page } = await openFilledForm();
    const calls = asked(page, submitPath);
    const { came, release } = await hold(page, `**${submitPath}`);
    await button(page, 'Submit Ticket').click();
    await came;
    expect(await button(page, 'Submit Ticket').getAttribute('aria-busy')).toBe('true');
    await form(page).getByLabel('Subject').press('Enter');
    release();
    await see(page.getByText('Ticket Submitted Successfully!'));
    expect(calls).toHaveLength(1);
    expect(await countRows(shop.db, 'tickets')).toBe(1);
  });

  const answer = (page: Page, status: number, body: string) =>
    page.route(`**${submitPath}`, (route) =>
      route.fulfill({ status, body, contentType: 'application/json' }),
    );

  test('"a red box with the server message"; the text stays, and can be sent again', async () => {
    const { page, expectFailure } = await openFilledForm();
    expectFailure({ path: submitPath, status: 429 });
    await answer(page, 429, '{"success":false,"code":"too_many","message":"Many tickets came from here."}');
    await button(page, 'Submit Ticket').click();
    await becomes(() => problem(page).textContent(), 'Many tickets came from here.');
    expect(await form(page).getByLabel('Description').inputValue()).toBe('No spring.');
    await page.unroute(`**${submitPath}`);
    await button(page, 'Submit Ticket').click();
    await see(page.getByText('Ticket Submitted Successfully!'));
  });

  test("the server's error about a field is shown at that field", async () => {
    const { page, expectFailure } = await openFilledForm();
    expectFailure({ path: submitPath, status: 422 });
    await answer(
      page,
      422,
      '{"success":false,"code":"invalid","message":"Too rude","fields":{"subject":"Too rude"}}',
    );
    await button(page, 'Submit Ticket').click();
    await becomes(() => errorOf(page, 'Subject'), 'Too rude');
    await gone(problem(page));
  });

  test('"or \'Failed to submit ticket. Please try again.\'"', async () => {
    const { page, expectFailure } = await openFilledForm();
    expectFailure({ path: submitPath, status: 500 });
    await answer(page, 500, '{}');
    await button(page, 'Submit Ticket').click();
    await becomes(() => problem(page).textContent(), 'Failed to submit ticket. Please try again.');
  });

  test('a lost connection has its own message', async () => {
    const { page, expectFailure } = await openFilledForm();
    expectFailure({ path: submitPath, status: 0 });
    await page.route(`**${submitPath}`, (route) => route.abort('internetdisconnected'));
    await button(page, 'Submit Ticket').click();
    await becomes(
      () => problem(page).locator('p').allTextContents(),
      [
        'Failed to submit ticket. Please try again.',
        "We can't reach the shop. Check your connection and try again.",
      ],
    );
  });

  test('typed markup is shown as text', async () => {
    const { page } = await openFilledForm();
    await form(page).getByLabel('Description').fill('<img src=x onerror=alert(1)>');
    await button(page, 'Submit Ticket').click();
    await see(page.getByText('Ticket Submitted Successfully!'));
    expect(await page.locator('main img').count()).toBe(0);
  });

  test.each([
    ['open', async () => {}],
    [
      'with errors',
      async (page: Page) => {
        await button(page, 'Submit Ticket').click();
        await becomes(() => errorOf(page, 'Subject'), 'Please enter a subject');
      },
    ],
    [
      'submitted',
      async (page: Page) => {
        await fill(page);
        await button(page, 'Submit Ticket').click();
        await see(page.getByText('Ticket Submitted Successfully!'));
      },
    ],
  ])('has no axe violations: %s', async (_, act) => {
    const { page } = await open('/contact#support', 390);
    await act(page);
    expect(await faults(page)).toEqual([]);
  });
});
