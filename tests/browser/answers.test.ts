/** The questions of /contact (docs/behaviour.md 3.10): search, topics and links to them, also without scripts. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { becomes, gone, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

async function open(path = '/contact', width = 1280) {
  const { page } = await visit(width);
  await page.goto(path);
  return page;
}

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

  test('"topic tabs: All Topics, Orders, Returns & Exchanges, Shipping, Account, Payments"', async () => {
    const page = await open('/contact', 390);
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
  });

  test('a link to a topic shows it in view, also the footer link on a page that is already open', async () => {
    const page = await open('/contact#returns', 390);
    await becomes(() => headings(page), ['Returns & Exchanges']);
    await becomes(
      () => page.locator('#returns').evaluate((place) => place.getBoundingClientRect().top < innerHeight / 2),
      true,
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Payment Methods' }).click();
    await becomes(() => headings(page), ['Payments']);
    expect(placeOf(page)).toBe('/contact');
  });

  test('"FAQ search: case-insensitive match of question or answer", within the chosen topic', async () => {
    const page = await open();
    await becomes(() => chosen(page), ['All Topics']);
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
});

test('without JavaScript every answer is readable, topics are anchors, and the form explains what it needs', async () => {
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
