/**
 * npm run shots [-- /about /contact]: pictures of every page, or of those that are named, at 390, 768 and
 * 1280 px, into .cache/shots. The shop runs with its sample data in a folder of its own, which is gone
 * afterwards; what is out of date is built first.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { connect, type DatabaseAddress } from '#db/client.ts';
import { documents } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { Role } from '#domain/accounts/account.ts';
import { screenNames } from '#domain/desk/route.ts';
import { documentPaths } from '#domain/documents/document-paths.ts';
import { sampleDocuments } from '#domain/documents/testing/sample-documents.ts';
import { readPages } from '#tools/astro/llms.ts';
import { fillDemo, type SignIn, sampleCoupon } from '#tools/demo.ts';
import { buildIfNeeded, parts } from '#tools/lib/build.ts';
import { readProducts, readSales, root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { describeError, Failure, logError, logInfo } from '#tools/lib/log.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { startBrowser } from './lib/chromium.ts';

const folder = join(root, '.cache', 'shots');
const widths = [390, 768, 1280];

type Cart = Record<string, number>;
type Shot = {
  path: string;
  /** Added to the file's name: the state that the page is in. */
  state?: string;
  /** Signed in as the sample shopper, or operator. */
  as?: Role;
  cart?: Cart;
  widths?: number[];
  /** A selector: the picture shows only this part of the page. */
  part?: string;
  /** Brings the page into its state. */
  act?: (page: Page) => Promise<unknown>;
};

const lines: Cart = { 'vitamin-c-glow-serum': 2, 'daily-veil-spf-50': 1 };

/** Sample documents, each of an order of its own. docs/invoices has their pictures. */
const issued = Object.entries(sampleDocuments).map(([name, document], serial) => ({
  name,
  document,
  serial,
  orderId: randomUUID(),
  number: document.number.replace(/\d$/, String(serial)),
}));

const insertDocuments = (to: DatabaseAddress, at = Date.now()) =>
  connect(to)
    .write.insert(documents)
    .values(
      issued.map(({ orderId, serial, number, document: { kind, number: _, ...data } }) => ({
        id: orderId,
        kind,
        year: '26-27',
        serial,
        number,
        orderId,
        at,
        keepUntil: at,
        data,
      })),
    );

/** Pages that are not in the sitemap: private ones, and states of a page after an action. */
const more: Shot[] = [
  { path: '/cart', state: 'empty' },
  { path: '/cart', cart: lines },
  {
    path: '/cart',
    state: 'code',
    cart: lines,
    async act(page) {
      await page.getByText('Have a code?').click();
      await page.getByLabel('Discount code').fill(sampleCoupon.code);
      await page.getByLabel('Discount code').press('Enter');
      await page.locator('.coupon-kept').waitFor();
    },
  },
  { path: '/login' },
  { path: '/register' },
  { path: '/forgot' },
  { path: '/reset?token=sample' },
  { path: '/reset', state: 'without-link' },
  { path: '/account', state: 'signed-out' },
  { path: '/account', as: 'shopper' },
  { path: '/account/email?token=sample' },
  { path: '/checkout', as: 'shopper', cart: lines },
  { path: '/checkout', state: 'without-account', cart: lines },
  {
    path: '/checkout',
    state: 'errors',
    cart: lines,
    act: (page) => page.locator('.place-bar .button').click(),
  },
  { path: '/order', state: 'without-link' },
  { path: '/invoice', state: 'without-link' },
  ...issued.map(
    ({ name, orderId, number }): Shot => ({
      path: documentPaths.ofOrder(orderId, number),
      state: name,
      as: 'operator',
      widths: [390, 900],
      part: '.document',
    }),
  ),
  { path: '/track' },
  { path: '/orders', state: 'signed-out' },
  { path: '/orders', as: 'shopper' },
  {
    path: '/orders',
    state: 'expanded',
    as: 'shopper',
    act: (page) => page.locator('main [aria-expanded="false"]').nth(2).click(),
  },
  {
    path: '/',
    state: 'menu',
    widths: [390, 768],
    act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  { path: '/collection?q=serum', state: 'search' },
  { path: '/collection?q=lipstick', state: 'nothing-found' },
  { path: '/contact#support', state: 'form' },
  {
    path: '/contact#support',
    state: 'form-errors',
    act: (page) => page.getByRole('button', { name: 'Submit Ticket' }).click(),
  },
  { path: '/contact', state: 'search', act: (page) => page.getByLabel('Search the answers').fill('refund') },
  {
    path: '/contact',
    state: 'nothing-found',
    act: (page) => page.getByLabel('Search the answers').fill('xyz'),
  },
  { path: '/product/nothing-like-it', state: 'not-found' },
  { path: '/nowhere', state: 'not-found' },
  { path: '/unsubscribe?token=sample', state: 'asking' },
  { path: '/unsubscribe', state: 'without-link' },
  { path: '/subscribed?token=sample', state: 'asking' },
  { path: '/offline' },
  ...screenNames.map((state): Shot => ({ path: `/desk#${state}`, state, as: 'operator' })),
  { path: '/desk#orders?status=unshipped', state: 'orders-waiting', as: 'operator' },
  { path: '/desk#orders/print', state: 'print', as: 'operator' },
  {
    path: '/desk#orders',
    state: 'order',
    as: 'operator',
    async act(page) {
      await page.locator('.desk-order-link').first().click();
      await page.getByText('Choose papers').click();
    },
  },
  { path: '/desk#stock', state: 'shortcuts', as: 'operator', act: (page) => page.keyboard.press('?') },
];

const nameOf = ({ path, state }: Shot, width: number): string => {
  const page = path.split(/[?#]/)[0]?.slice(1).replaceAll('/', '-') || 'home';
  return `${[page, state].filter(Boolean).join('--')}-${width}.png`;
};

/** A profile that holds this cart, and this token where there is one. */
const profile = (origin: string, cart: Cart = {}, token?: string): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [
      {
        origin,
        localStorage: [
          { name: 'userCarts', value: JSON.stringify({ [token ?? 'guest']: cart }) },
          ...(token ? [{ name: 'token', value: token }] : []),
        ],
      },
    ],
  },
});

async function signIn(stack: Stack, { role, email, password }: SignIn): Promise<[Role, string]> {
  const response = await fetch(`${stack.url}/api/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token, message } = (await response.json()) as { token?: string; message?: string };
  if (!token) throw new Failure(`The sample ${role} cannot sign in: ${message}`);
  return [role, token];
}

/** Scrolls through the page, so that lazy content is laid out and lazy pictures load. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    delete document.documentElement.dataset.fresh;
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await nextFrame();
    }
    // A lazy picture that is out of sight for good (in a closed dialog, a slide) never decodes.
    const seen = [...document.images].filter((image) => image.checkVisibility());
    const decoded = Promise.all(seen.map((image) => image.decode().catch(() => {})));
    await Promise.race([decoded, new Promise((done) => setTimeout(done, 2000))]);
    scrollTo(0, 0);
  });

async function take(
  browser: Browser,
  origin: string,
  shot: Shot,
  width: number,
  tokens: ReadonlyMap<Role, string>,
): Promise<string> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 844 : 800 },
    isMobile: width < 600,
    hasTouch: width < 600,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    ...profile(origin, shot.cart, shot.as && tokens.get(shot.as)),
  });
  const file = join(folder, nameOf(shot, width));
  try {
    const page = await context.newPage();
    await page.goto(shot.path, { waitUntil: 'networkidle' });
    await shot.act?.(page);
    await page.waitForLoadState('networkidle');
    if (shot.state !== 'menu') await scrollThrough(page);
    if (shot.part) await page.locator(shot.part).screenshot({ path: file });
    else await page.screenshot({ path: file, fullPage: shot.state !== 'menu' });
  } finally {
    await context.close();
  }
  return file;
}

/** @param wanted paths; all when there are none */
async function shots(wanted: string[]): Promise<void> {
  await buildIfNeeded({ log: logInfo });
  const pages = readPages(parts.pages.folder).map(
    ({ address }): Shot => ({ path: new URL(address).pathname }),
  );
  const all = [...pages, ...more].filter(
    ({ path }) => !wanted.length || wanted.includes(path.split(/[?#]/)[0] ?? ''),
  );
  if (!all.length) throw new Failure(`${wanted.join(' ')}: there is no such page.`);
  if (!wanted.length) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const data = temporaryFolder();
  let signIns: SignIn[] = [];
  const stack = await startStack({
    dataDir: data.path,
    async prepare(database) {
      await syncCatalogue(database, readProducts(), readSales());
      signIns = await fillDemo(database);
      await insertDocuments(database);
    },
  });
  const browser = await startBrowser();
  try {
    const tokens = new Map(await Promise.all(signIns.map((one) => signIn(stack, one))));
    for (const shot of all)
      for (const width of shot.widths ?? widths) logInfo(await take(browser, stack.url, shot, width, tokens));
  } finally {
    await browser.close();
    await stack.stop();
    data.remove();
  }
}

try {
  await shots(process.argv.slice(2));
} catch (error) {
  logError(describeError(error));
  process.exitCode = 1;
}
