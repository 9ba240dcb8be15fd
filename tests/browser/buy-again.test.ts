/** A delivered order: bought again, reviewed, and asked about (docs/behaviour.md, "My Orders"). */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { guestOrder, linkTo, newGuest } from '../support/guests.ts';
import { cream, placed, serum, toner } from '../support/orders.ts';
import { setPrice, setRetired, setStatus, setStock } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button } from './desk-steps.ts';
import { openOrders, orderHead } from './payment-steps.ts';
import { isFocused, storedCarts, toast } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, test } = browserTest();

const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const question = (page: Page) => page.getByRole('group', { name: 'How did it go?' });
const spoken = (page: Page, title: string) => toast(page, title).locator('span').textContent();

/** A shopper with a delivered order, whose first card is open. */
async function delivered(width: number, wanted: Record<string, number>) {
  const { page, person } = await visitAsShopper({ width });
  const { _id } = await placed(person, wanted);
  await setStatus(shop.db, _id, 'Delivered');
  const open = async () => {
    await openOrders(page);
    await see(button(page, 'Buy again'));
  };
  return { person, page, open };
}

describe('buying again', () => {
  test('a whole order: what is added, what costs something else now, and what is no longer sold or sold out', async () => {
    const { page, person, open } = await delivered(390, { [toner]: 2, [serum]: 1, [cream]: 3 });
    await setPrice(shop.db, toner, 37_900);
    await setRetired(shop.db, serum, true);
    await setStock(shop.db, cream, 2);
    await open();
    await button(page, 'Buy the whole order again').tap();
    await see(toast(page, 'Added to cart!'));
    expect(await spoken(page, 'Added to cart!')).toBe(
      '2\u00a0× Rose Toner and 2\u00a0× Barrier Cream. Rose Toner costs ₹379.00 now, ₹349.00 then. Only 2 of 3\u00a0× Barrier Cream could be added.',
    );
    expect(await spoken(page, 'Not added')).toBe('Glow Serum is no longer sold.');
    expect((await storedCarts(page))[person.token]).toEqual({ [toner]: 2, [cream]: 2 });
    await looksRight(page, 'bought again', { within: 'main', atBothWidths: true });

    // A line alone, when there is none.
    await setStock(shop.db, toner, 0);
    await page.reload();
    await orderHead(page).tap();
    await button(page, 'Buy again').tap();
    await see(toast(page, 'Rose Toner is sold out.'));
    expect(await toast(page, 'Added to cart!').count()).toBe(0);
    expect((await storedCarts(page))[person.token]).toEqual({ [toner]: 2, [cream]: 2 });
  });

  test('a line of a guest who only reads the order: the cart is that of the device; the message leads there', async () => {
    const { orderId } = await guestOrder(await newGuest(shop), { [toner]: 2, [serum]: 1 });
    const { page } = await visitAsGuest({ cart: { [cream]: 1 }, width: 1280 });
    await page.goto(`/order#${linkTo(orderId)}`);
    await see(page.locator('.order-whole'));
    expect(await button(page, 'Buy again').count()).toBe(0);
    expect(await button(page, 'Buy the whole order again').count()).toBe(0);
    await setStatus(shop.db, orderId, 'Delivered');
    await button(page, 'Refresh').click();
    await button(page, 'Buy again').first().press('Enter');
    await see(toast(page, 'Added to cart!'));
    expect(await spoken(page, 'Added to cart!')).toBe('2\u00a0× Rose Toner');
    expect(await storedCarts(page)).toEqual({ guest: { [cream]: 1, [toner]: 2 } });
    await toast(page, 'Added to cart!').getByRole('link', { name: 'View cart' }).click();
    await page.waitForURL('/cart');
  });
});

describe('a delivered order', () => {
  test('leads to the form of a review, for a product that still has a page', async () => {
    const { page, open } = await delivered(1280, { [toner]: 1, [serum]: 1 });
    await setRetired(shop.db, serum, true);
    await open();
    await see(link(page, 'Review'));
    await orderHead(page, 1).click();
    await gone(link(page, 'Review'));
    await gone(question(page));
    await orderHead(page, 0).click();
    await link(page, 'Review').click();
    await page.waitForURL(`/product/${toner}#write-review`);
    await see(page.locator('#write-review form, #write-review[open]'));
  });

  test('asks once how it went: “Well” leads to the review, and the device remembers the answer', async () => {
    const { page, open } = await delivered(390, { [toner]: 1 });
    await open();
    await question(page).getByRole('link', { name: 'Well', exact: true }).tap();
    await page.waitForURL(`/product/${toner}#write-review`);
    await page.goBack();
    await open();
    await see(link(page, 'Review'));
    expect(await question(page).count()).toBe(0);
  });

  test('“Not so well” opens the return, and asks no more when it is closed', async () => {
    const { page, open } = await delivered(390, { [toner]: 1 });
    await open();
    await looksRight(page, 'asked how it went', { within: '.order-card', atBothWidths: true });
    await question(page).getByRole('button', { name: 'Not so well' }).tap();
    const dialog = page.getByRole('dialog', { name: /^Return from order/ });
    await see(dialog);
    await page.keyboard.press('Escape');
    await gone(dialog);
    await gone(question(page));
    await becomes(() => isFocused(orderHead(page)), true);
  });

  test('“Not so well” leads to a contact form that names an order which can only be read', async () => {
    const { orderId, reference } = await guestOrder(await newGuest(shop), { [toner]: 1 });
    await setStatus(shop.db, orderId, 'Delivered');
    const { page } = await visitAsGuest({ path: `/order#${linkTo(orderId)}` });
    await question(page).getByRole('link', { name: 'Not so well' }).tap();
    const form = page.getByRole('form', { name: 'Contact Support' });
    await see(form);
    expect(placeOf(page)).toBe(`/contact?order=${reference}&type=order`);
    await becomes(() => form.getByLabel('Subject').inputValue(), `Order ${reference}`);
    expect(await form.getByLabel('What is it about?').inputValue()).toBe('order');
    await page.goBack();
    await see(button(page, 'Buy again'));
    expect(await question(page).count()).toBe(0);
  });
});
