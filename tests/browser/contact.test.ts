/**
 * /contact: the support form in its four states (docs/behaviour.md, "Support": form hidden, form open, submitting,
 * submitted), and the questions with their topics and search (docs/behaviour.md, "Texts and answers").
 */
import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { tickets } from '#db/schema/index.ts';
import { ticketReference } from '#domain/support/reference.ts';
import { select } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { button } from './desk-steps.ts';
import { asked, hold, isFocused } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, test } = browserTest({ empties: [tickets] });
const submitPath = '/api/contact/submit';

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

describe('the support form', () => {
  test('is hidden until requested; Close keeps the typed text; wrong fields have an error each, until they are edited', async () => {
    const { page } = await visit(1280, { path: '/contact' });
    await gone(form(page));
    await button(page, 'Contact Support').click();
    await see(form(page));
    await form(page).getByLabel('Subject').fill('Half a thought');
    await button(page, 'Close').click();
    await gone(form(page));
    expect(await isFocused(button(page, 'Contact Support'))).toBe(true);
    await button(page, 'Contact Support').click();
    expect(await form(page).getByLabel('Subject').inputValue()).toBe('Half a thought');
    await form(page).getByLabel('Subject').fill('');

    // An error at each wrong field; the first gets the focus, and editing clears it.
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

  test('is busy while it submits, once, and then thanks; another ticket that fails can be sent again', async () => {
    const { page, failOnce } = await visit(390, { path: '/contact#support' });
    await see(form(page));
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
    await gone(page.getByText('our receipt follows later'));
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

    // "A red box with the server message"; the text stays, and can be sent again.
    await page.unroute(`**${submitPath}`);
    await fill(page);
    const submit = async (answer?: { status: number; json: object }) => {
      await failOnce(submitPath, answer);
      await button(page, 'Submit Ticket').click();
    };
    const message = 'Too many tickets were sent from your network.';
    await submit({ status: 429, json: { success: false, code: 'too_many', message } });
    await becomes(() => problem(page).textContent(), message);
    expect(await form(page).getByLabel('Description').inputValue()).toBe('No spring.');
    await submit({ status: 500, json: {} });
    await becomes(() => problem(page).textContent(), 'Failed to submit ticket. Please try again.');
    await submit();
    await becomes(
      () => problem(page).locator('p').allTextContents(),
      [
        'Failed to submit ticket. Please try again.',
        "We can't reach the shop. Check your connection and try again.",
      ],
    );
    // The server's error about a field is shown at that field.
    const rude = { success: false, code: 'invalid', message: 'Rude', fields: { subject: 'Too rude' } };
    await submit({ status: 422, json: rude });
    await becomes(() => errorOf(page, 'Subject'), 'Too rude');
    await gone(problem(page));
    await button(page, 'Submit Ticket').click();
    await button(page, 'Back to Support').click();
    await gone(thanks(page));
    await gone(form(page));
    await see(button(page, 'Contact Support'));
  });
});

describe('the answers', () => {
  const search = (page: Page) => page.getByLabel('Search the answers');
  const questions = (page: Page): Promise<string[]> =>
    page.locator('.topics summary:visible').allTextContents();
  const headings = (page: Page): Promise<string[]> =>
    page.locator('.topics section:visible h3').allTextContents();
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name });
  const chosen = async (page: Page) =>
    (await page.locator('[data-topic][aria-current]').allTextContents()).map((name) => name.trim());
  const found = (page: Page) => page.locator('[data-found]').textContent();
  const all = ['Orders', 'Returns & Exchanges', 'Shipping', 'Account', 'Payments'];

  test('have a tab for each topic, and a search within the chosen one', async () => {
    const { page } = await visit(390, { path: '/contact' });
    const tabs = await page.getByRole('navigation', { name: 'Topics' }).getByRole('link').allTextContents();
    expect(tabs.map((name) => name.trim())).toEqual(['All Topics', ...all]);
    expect(await headings(page)).toEqual(all);
    await becomes(() => chosen(page), ['All Topics']);

    // A tab shows only its topic, Back the previous one.
    await tab(page, 'Shipping').click();
    await becomes(() => headings(page), ['Shipping']);
    await tab(page, 'Payments').focus();
    await page.keyboard.press('Enter');
    await becomes(() => headings(page), ['Payments']);
    expect(await chosen(page)).toEqual(['Payments']);
    expect(await tab(page, 'Payments').evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(
      0,
    );
    await page.goBack();
    await becomes(() => headings(page), ['Shipping']);
    await tab(page, 'All Topics').click();
    await becomes(() => headings(page), all);

    // "FAQ accordions open one item at a time".
    await page.getByText('How do I place an order?').click();
    await page.getByText('How can I pay?').click();
    await becomes(() => page.locator('.topics details[open] summary').allTextContents(), ['How can I pay?']);

    // "FAQ search: case-insensitive match of question or answer", within the chosen topic.
    await search(page).fill('WHERE DO YOU DELIVER');
    await becomes(() => questions(page), ['Where do you deliver?']);
    // Words that are in an answer but in no question.
    await search(page).fill('upi pin or an otp');
    await becomes(() => questions(page), ['Will someone call me to ask for payment in advance?']);
    await search(page).fill('  ');
    expect((await questions(page)).length).toBeGreaterThan(20);
    await search(page).fill('gst');
    await search(page).press('Enter');
    expect(await questions(page)).toEqual(['Do prices include GST?']);
    expect(placeOf(page)).toBe('/contact');

    await search(page).fill('cart');
    const everywhere = await questions(page);
    expect(await found(page)).toBe(`${everywhere.length} answers for “cart”`);
    await tab(page, 'Account').click();
    const inAccount = await questions(page);
    expect(inAccount.length).toBeGreaterThan(0);
    expect(inAccount.length).toBeLessThan(everywhere.length);
    expect(await found(page)).toMatch(/ for “cart” in Account$/);

    // Without a result, a message links to all answers.
    await search(page).fill('zebra');
    await see(page.getByText('No answer for that yet'));
    expect(await found(page)).toBe('0 answers for “zebra” in Account');
    await page.getByRole('button', { name: 'Show all answers' }).click();
    await gone(page.getByText('No answer for that yet'));
    expect(await headings(page)).toEqual(all);
    expect(await search(page).inputValue()).toBe('');
  });

  test('a link to a topic shows it in view, also the footer link on a page that is already open', async () => {
    const { page } = await visit(390, { path: '/contact#returns' });
    await becomes(() => headings(page), ['Returns & Exchanges']);
    await becomes(
      () => page.locator('#returns').evaluate((place) => place.getBoundingClientRect().top < innerHeight / 2),
      true,
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Payment Methods' }).click();
    await becomes(() => headings(page), ['Payments']);
    expect(placeOf(page)).toBe('/contact');
  });
});

test('without JavaScript every answer is readable, topics are anchors, and the form explains what it needs', async () => {
  const { page } = await visit(390, { path: '/contact', javaScriptEnabled: false });
  expect((await page.locator('.topics summary').all()).length).toBeGreaterThan(20);
  await page.getByText('How can I pay?').click();
  await see(page.getByText('net banking with Razorpay; by card on'));
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Shipping' }).click();
  expect(new URL(page.url()).hash).toBe('#shipping');
  await see(page.getByText('The form needs JavaScript'));
  await gone(page.getByText('Submit Ticket'));
  await gone(page.getByLabel('Search the answers'));
});
