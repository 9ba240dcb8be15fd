/** Steps on My Account. */
import type { Locator, Page } from 'playwright-core';
import { verifiedUser } from '../support/accounts.ts';
import type { TestShop } from '../support/shop.ts';
import type { Visit } from './desk-steps.ts';
import { asSignedIn } from './steps.ts';
import { gone, see } from './visitor.ts';

type Someone = Awaited<ReturnType<typeof verifiedUser>>;

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name });
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** The status of a request with a token: 200 while it is signed in, then 401. */
export const statusOf = async (shop: TestShop, token: string): Promise<number> =>
  (await shop.client(token).get('/api/user/me')).status;

/** Opens the account page of a signed-in shopper. */
export async function openAccount(shop: TestShop, visit: Visit, width: number, person?: Someone) {
  const owner = person ?? (await verifiedUser(shop));
  const visitor = await visit(width, asSignedIn(shop, owner));
  await visitor.page.goto('/account');
  await see(section(visitor.page, 'Your details'));
  await gone(visitor.page.locator('.skeleton'));
  return { person: owner, ...visitor };
}
