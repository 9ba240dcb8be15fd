/**
 * What the pages of the shop say and do, for the tests of dark patterns (fair.test.ts): every page as it is built, and
 * those that sell or ask for something as a visitor has them open for an hour.
 */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { placed, serum, toner } from '../support/orders.ts';
import type { TestShop } from '../support/shop.ts';
import { partOf } from '../support/whole.ts';
import type { Visit } from './desk-steps.ts';
import { asGuest, asPerson, storedCarts } from './steps.ts';
import { becomes, placeOf, see, type Visitor } from './visitor.ts';

/** All texts have single spaces. Texts of dialogs, menus and closed parts are included. */
export type PageContent = {
  path: string;
  text: string;
  /** Texts of buttons, and of links that look like buttons. */
  buttons: string[];
  boxes: { label: string; checked: boolean }[];
  links: { href: string; rel: string; download: boolean }[];
  dialogs: { name: string; buttons: string[] }[];
  /** Number of frames and plug-ins. */
  frames: number;
  /** Sources of scripts that the page allows, without hashes. */
  scripts: string[];
  /** Prices of its cards, and of the product whose page it is, by product id. */
  prices: Record<string, string>;
};

type OpenedPage = PageContent & {
  /** The address after the visit. */
  landed: string;
  /** The visible text that changed while a minute passed; empty if none. */
  changed: string;
  /** Dialogs, popovers and toasts that opened by themselves. */
  opened: string[];
};

/** Runs in the page. @param paths of pages to load; none for the present page */
async function readDocuments(paths: string[]): Promise<PageContent[]> {
  const parse = async (path: string) =>
    new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
  const documents = paths.length ? await Promise.all(paths.map(parse)) : [document];
  const spaced = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  return documents.map((from, n) => {
    const all = <E extends Element>(selector: string, within: Document | Element = from) => [
      ...within.querySelectorAll<E>(selector),
    ];
    const textsOf = (node: Node): string =>
      node.nodeType === Node.TEXT_NODE
        ? (node.textContent ?? '')
        : /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.nodeName)
          ? ''
          : [...node.childNodes].map(textsOf).join(' ');
    const nameOf = (element: Element) =>
      spaced(
        element.ariaLabel ??
          textsOf(from.getElementById(element.getAttribute('aria-labelledby') ?? '') ?? element),
      );
    const buttonsOf = (within: Document | Element) =>
      all('button, .button, [role="button"]', within).map(nameOf);
    const path = paths[n] ?? location.pathname;
    const priced = all('[data-card]').map((card) => [card.getAttribute('data-card') ?? '', card] as const);
    const product = /^\/product\/(.+)$/.exec(path)?.[1];
    const box = from.querySelector('[data-buy-box]');
    if (product && box) priced.push([product, box]);
    const policy = from.querySelector('meta[http-equiv="content-security-policy"]')?.getAttribute('content');
    return {
      path,
      text: spaced(textsOf(from.body)),
      buttons: buttonsOf(from),
      boxes: all<HTMLInputElement>('input[type="checkbox"]').map((one) => ({
        label: spaced(one.labels?.[0]?.textContent ?? one.ariaLabel),
        checked: one.checked,
      })),
      links: all<HTMLAnchorElement>('a[href]').map((link) => ({
        href: link.getAttribute('href') ?? '',
        rel: link.rel,
        download: link.hasAttribute('download'),
      })),
      dialogs: all('dialog, [role="dialog"]').map((one) => ({ name: nameOf(one), buttons: buttonsOf(one) })),
      frames: all('iframe, object, embed').length,
      scripts: (/script-src ([^;]*)/.exec(policy ?? '')?.[1] ?? 'anything')
        .split(' ')
        .filter((source) => source && !source.startsWith("'sha256-")),
      prices: Object.fromEntries(
        priced.map(([id, element]) => [id, spaced(element.querySelector('.price strong')?.textContent)]),
      ),
    };
  });
}

/** Reads the built pages: those of the sitemap, and the private ones. @param page with `bypassCSP`, else each parsed style is reported */
async function readBuiltPages(page: Page): Promise<PageContent[]> {
  await page.goto('/unsubscribe');
  const paths = await page.evaluate(async () =>
    [...(await (await fetch('/sitemap-0.xml')).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) =>
      new URL(url).pathname.replace(/(?<=.)\/$/, ''),
    ),
  );
  return page.evaluate(readDocuments, [...paths, ...privatePages]);
}

/** Pages that the sitemap leaves out. */
const privatePages = [
  '/cart',
  '/wishlist',
  '/checkout',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/account',
  '/account/email',
  '/orders',
  '/order',
  '/track',
  '/unsubscribe',
  '/offline',
];

type Stop = { path: string; reach?: (page: Page) => Promise<unknown> };

const minute = 60_000;

/** Watches what pages do: requests to other hosts, downloads, questions to the browser, windows. */
async function watch({ context, page }: Visitor, origin: string) {
  const done = { foreign: [] as string[], asked: [] as string[] };
  let pending = 0;
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`))
      done.foreign.push(request.url());
    if (/^(fetch|xhr|script)$/.test(request.resourceType())) pending += 1;
  });
  const ended = (request: Request) => {
    if (/^(fetch|xhr|script)$/.test(request.resourceType())) pending -= 1;
  };
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  page.on('download', (download) => done.asked.push(`download ${download.url()}`));
  page.on('popup', (other) => done.asked.push(`window ${other.url()}`));
  page.on('dialog', (dialog) => {
    done.asked.push(`${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.exposeBinding('noteQuestion', (_, what: string) => void done.asked.push(what));
  await context.addInitScript(() => {
    const note = (what: string) =>
      (window as unknown as { noteQuestion(what: string): void }).noteQuestion(what);
    Notification.requestPermission = async () => {
      note('notifications');
      return 'denied';
    };
    navigator.geolocation.getCurrentPosition = () => note('location');
    navigator.geolocation.watchPosition = () => {
      note('location');
      return 0;
    };
  });
  return { ...done, isQuiet: () => pending === 0 };
}

/** Dialogs, popovers and toasts that are open. */
const openOnes = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'dialog[open], :popover-open, [role="dialog"], [role="alertdialog"], .toast',
      ),
    ]
      .filter((one) => one.checkVisibility())
      .map((one) => one.innerText),
  );

/** The text that is visible now, without what people type. */
const visibleText = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/** The lines of a text that the other does not have. */
const newLines = (text: string, before: string): string =>
  text
    .split('\n')
    .filter((line) => !before.split('\n').includes(line))
    .join(' / ');

/**
 * Opens pages one after another, and stays on each: scrolls to its end, lets an hour pass, and moves the pointer out of
 * the window as somebody who is about to leave.
 * @returns the pages, and what they did @throws when a page does not come to rest
 */
async function stayOnPages(visitor: Visitor, origin: string, stops: readonly Stop[]) {
  const { page } = visitor;
  const { isQuiet, ...done } = await watch(visitor, origin);
  await page.clock.install();
  const pages: OpenedPage[] = [];
  for (const { path, reach } of stops) {
    await page.goto(path);
    await becomes(() => page.locator('astro-island[ssr]:not([client="intent"])').count(), 0);
    await reach?.(page);
    await page.evaluate(() => {
      // Parts below the fold are laid out at once (layouts/fresh.js).
      delete document.documentElement.dataset.fresh;
      scrollTo(0, document.body.scrollHeight);
    });
    await becomes(isQuiet, true);
    let changed = '';
    // What has just arrived may still be drawn in the first minute. A countdown changes in every one.
    for (let minutes = 0; minutes < 3; minutes++) {
      const before = await visibleText(page);
      await page.clock.fastForward(minute + 1_000);
      changed = newLines(await visibleText(page), before);
      if (!changed) break;
      await becomes(isQuiet, true);
    }
    await page.evaluate(() => {
      for (const type of ['mouseout', 'mouseleave'])
        document.documentElement.dispatchEvent(new MouseEvent(type, { bubbles: true, clientY: -1 }));
      for (const type of ['visibilitychange', 'blur'])
        document.dispatchEvent(new Event(type, { bubbles: true }));
    });
    await page.clock.fastForward(60 * minute);
    const opened = await openOnes(page);
    const [content] = await page.evaluate(readDocuments, []);
    if (!content) throw new Error(`${path} could not be read`);
    pages.push({ ...content, path, landed: placeOf(page), changed, opened });
  }
  expect(pages.length).toBe(stops.length);
  return { pages, ...done, carts: await storedCarts(page) };
}

const guestPages: Stop[] = partOf(
  [
    '/',
    '/collection',
    `/product/${toner}`,
    '/cart',
    '/checkout',
    '/account',
    '/contact',
    '/skin',
    '/journal/turmeric-and-saffron',
    '/login',
    '/register',
    '/orders',
  ],
  6,
).map((path) => ({ path }));
const shopperPages: Stop[] = [
  { path: '/checkout' },
  { path: '/account', reach: (page) => see(page.getByText('Delete My Account')) },
  { path: '/orders', reach: (page) => page.locator('.order-head').click() },
  { path: `/product/${serum}#write-review` },
];

/** All built pages; some after an hour, with a cart, signed out; and pages of a shopper with an order. */
export async function visitEverywhere(shop: TestShop, visit: Visit) {
  const { page } = await visit(390, { bypassCSP: true });
  const built = await readBuiltPages(page);
  const person = await shop.person();
  await placed(person, { [toner]: 1 });
  const [guest, shopper] = await Promise.all([
    stayOnPages(await visit(390, asGuest(shop, { [toner]: 1 })), shop.stack.url, guestPages),
    stayOnPages(
      await visit(1280, await asPerson(shop, person, { [serum]: 1 })),
      shop.stack.url,
      shopperPages,
    ),
  ]);
  const opened = [...guest.pages, ...shopper.pages];
  expect(built.length).toBeGreaterThan(30);
  return { built, guest, shopper, opened, all: [...built, ...opened] };
}

/** `page: text` for each text that matches. */
export const findings = (
  pages: readonly PageContent[],
  pattern: RegExp,
  textsOf: (page: PageContent) => string[],
) =>
  pages
    // Names the patterns that it promises to avoid.
    .filter(({ path }) => path !== '/policies/fair-design')
    .flatMap((page) => textsOf(page).map((text) => [page.path, pattern.exec(text)?.[0]]))
    .filter(([, found]) => found)
    .map(([path, found]) => `${path}: ${found}`);
/** For {@link findings}. */
export const textOf = ({ text }: PageContent) => [text];

/** Runs a visit for the first test that needs it, and gives its result to the others. */
export function once<T>(collect: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= collect().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
