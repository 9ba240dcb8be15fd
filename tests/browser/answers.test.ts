/** The questions of /contact (docs/behaviour.md 3.10): search, topics and links to them, also without scripts. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { becomes, gone, placeOf, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

async function open(path = '/contact', width = 1280) {
  const visitor = await visit(width);
  await visitor.page.goto(path, { waitUntil: 'networkidle' });
  return visitor;
}

describe('the answers', () => {
  const search = (page: Page) => page.getByLabel('Search the answers');
  const questions = (page: Page): Promise<string[]> =>
    page.locator('.topics summary:visible').allTextContents();
  const headings = (page: Page): Promise<string[]> =>
    page.locator('.topics section:visible h3').allTextContents();
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name });
  const chosen = (page: Page) => page.locator('[data-topic][aria-current]').allTextContents();
  const all = ['Orders', 'Returns & Exchanges', 'Shipping', 'Account', 'Payments'];

  test('"topic tabs: All Topics, Orders, Returns & Exchanges, Shipping, Account, Payments"', async () => {
    const { page } = await open();
    const tabs = await page.getByRole('navigation', { name: 'Topics' }).getByRole('link').allTextContents();
    expect(tabs.map((name) => name.trim())).toEqual(['All Topics', ...all]);
    expect(await headings(page)).toEqual(all);
    expect(await chosen(page)).toEqual(['All Topics']);
  });

  test.each(widths)('a tab shows only its topic, Back shows the previous one, at %d px', async (width) => {
    const { page } = await open('/contact', width);
    await tab(page, 'Shipping').click();
    expect(await headings(page)).toEqual(['Shipping']);
    await tab(page, 'Payments').click();
    expect(await headings(page)).toEqual(['Payments']);
    expect((await chosen(page)).map((name) => name.trim())).toEqual(['Payments']);
    expect(await tab(page, 'Payments').evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(
      0,
    );
    await page.goBack();
    await becomes(() => headings(page), ['Shipping']);
    await tab(page, 'All Topics').click();
    expect(await headings(page)).toEqual(all);
  });

  test('a tab works by keyboard', async () => {
    const { page } = await open();
    await tab(page, 'Account').focus();
    await page.keyboard.press('Enter');
    expect(await headings(page)).toEqual(['Account']);
  });

  test.each([
    ['orders', 'Orders'],
    ['returns', 'Returns & Exchanges'],
    ['payments', 'Payments'],
  ])('a link to #%s shows that topic in view', async (hash, name) => {
    const { page } = await open(`/contact#${hash}`, 390);
    expect(await headings(page)).toEqual([name]);
    await becomes(
      () => page.locator(`#${hash}`).evaluate((place) => place.getBoundingClientRect().top < innerHeight / 2),
      true,
    );
  });

  test('the footer link shows a topic on a page that is already open', async () => {
    const { page } = await open();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Track Order' }).click();
    await becomes(() => headings(page), ['Orders']);
    expect(placeOf(page)).toBe('/contact');
  });

  test('"FAQ search: case-insensitive match of question or answer"', async () => {
    const { page } = await open();
    await search(page).fill('WHERE DO YOU DELIVER');
    expect(await questions(page)).toEqual(['Where do you deliver?']);
    // Words that are in an answer but in no question.
    await search(page).fill('upi pin or an otp');
    expect(await questions(page)).toEqual(['Will someone call me to ask for payment in advance?']);
    await search(page).fill('  ');
    expect((await questions(page)).length).toBeGreaterThan(20);
  });

  test('a search stays within the chosen topic, and shows the number of results', async () => {
    const { page } = await open();
    await search(page).fill('cart');
    const everywhere = await questions(page);
    expect(await page.locator('[data-found]').textContent()).toBe(`${everywhere.length} answers for “cart”`);
    await tab(page, 'Account').click();
    const inAccount = await questions(page);
    expect(inAccount.length).toBeGreaterThan(0);
    expect(inAccount.length).toBeLessThan(everywhere.length);
    expect(await page.locator('[data-found]').textContent()).toMatch(/ for “cart” in Account$/);
  });

  test('no result: it shows a message with links to all answers and to the contact form', async () => {
    const { page } = await open('/contact#orders');
    await search(page).fill('zebra');
    await see(page.getByText('No answer for that yet'));
    expect(await page.locator('[data-found]').textContent()).toBe('0 answers for “zebra” in Orders');
    await page.getByRole('button', { name: 'Show all answers' }).click();
    await gone(page.getByText('No answer for that yet'));
    expect(await headings(page)).toEqual(all);
    expect(await search(page).inputValue()).toBe('');
  });

  test('Enter in the search box stays on the page', async () => {
    const { page } = await open();
    await search(page).fill('gst');
    await search(page).press('Enter');
    expect(await questions(page)).toEqual(['Do prices include GST?']);
    expect(placeOf(page)).toBe('/contact');
  });

  test('"FAQ accordions open one item at a time"', async () => {
    const { page } = await open();
    await page.getByText('How do I place an order?').click();
    await page.getByText('How can I pay?').click();
    await becomes(() => page.locator('.topics details[open] summary').allTextContents(), ['How can I pay?']);
  });
});

describe('without JavaScript', () => {
  test('every answer is readable, topics are anchors, and the form explains what it needs', async () => {
    const { page } = await visit(390, { javaScriptEnabled: false });
    await page.goto('/contact');
    expect((await page.locator('.topics summary').all()).length).toBeGreaterThan(20);
    await page.getByText('How can I pay?').click();
    await see(page.getByText('In cash when the parcel comes; by UPI'));
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Shipping' }).click();
    expect(new URL(page.url()).hash).toBe('#shipping');
    await see(page.getByText('The form needs JavaScript'));
    await gone(page.getByText('Submit Ticket'));
    await gone(page.getByLabel('Search the answers'));
  });
});
