/** Steps on My Account. */
import type { Locator, Page } from 'playwright-core';
import type { TestShop } from '../support/shop.ts';

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name });
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** The offer to a guest to make an account. */
export const passwordPanel = (page: Page): Locator =>
  page.getByRole('region', { name: 'Choose a password to create an account' });

/** The status of a request with a token: 200 while it is signed in, then 401. */
export const statusOf = async (shop: TestShop, token: string): Promise<number> =>
  (await shop.client(token).get('/api/user/me')).status;
