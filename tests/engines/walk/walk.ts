/** What the steps of a walk share: the page, the shop, and what is asked of every page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { settle } from '../in-page.ts';
import { type Boxes, boxes } from '../layout.ts';
import type { Page } from '../page.ts';
import type { WalkShop } from '../shop.ts';

/** One thing that was asked. */
export type Check = { what: string; wrong: string | undefined };

export type Walk = {
  page: Page;
  shop: WalkShop;
  /** A page of the shop. @param path with its slash */
  open(path: string): Promise<void>;
  /** Notes whether something holds; the walk goes on either way. */
  check(what: string, holds: boolean, detail?: unknown): void;
  /**
   * Asks of the page as it is now what is asked of every page: nothing wider than the window, nothing in the console,
   * boxes for the comparison, and a picture.
   * @param asIs without scrolling: a dialog is open, or a menu
   * @param known problems that are no failure on this page
   */
  look(name: string, asIs?: boolean, known?: RegExp): Promise<void>;
  /** From now on such problems are no failure: the walk itself brings them about. */
  allow(problem: RegExp): void;
  checks: Check[];
  /** Boxes of each page that was looked at. */
  layouts: Record<string, Boxes>;
};

/** A part of the walk; when it breaks off, the next one begins anew. */
export type Step = { name: string; run(walk: Walk): Promise<void> };

/** Problems that belong to leaving a page: it ends what it was still loading, also what its service worker loads. */
const ofLeaving =
  /NS_BINDING_ABORTED|ERR_ABORTED|due to access control checks|Load request cancelled|ServiceWorker intercepted the request/;

/** Runs in the page: what is wider than the window, if anything. */
function overflow(): string | undefined {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return undefined;
  const wide = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1 && one.checkVisibility(),
  );
  return `${scrollWidth} px in a window of ${clientWidth}: ${wide[0]?.outerHTML.slice(0, 100)}`;
}

/** Runs in the page: goes to a place and says how high the document is. */
function scrollDown(y: number): { at: number; height: number } {
  delete document.documentElement.dataset.fresh;
  scrollTo({ top: y, behavior: 'instant' });
  return { at: scrollY, height: document.documentElement.scrollHeight };
}

/** px at the top of the window that may lie under the header, which stays there. */
const underHeader = 100;

/** The whole page: one viewport after the other, put together. */
async function longPicture(page: Page): Promise<Buffer> {
  const { width, height } = page.window;
  const parts: { input: Buffer; left: number; top: number }[] = [];
  let whole = height;
  for (let y = 0; y + underHeader < whole && y < 20 * height; y += height - underHeader) {
    const { at, height: now } = await page.evaluate(scrollDown, y);
    await page.evaluate(settle);
    const picture = await page.screenshot();
    const top = at > 0 ? underHeader : 0;
    const input = await sharp(picture)
      .extract({ left: 0, top, width, height: height - top })
      .toBuffer();
    parts.push({ input, left: 0, top: Math.round(at) + top });
    whole = Math.max(now, height);
  }
  await page.evaluate(scrollDown, 0);
  const ground = { width, height: whole, channels: 3 as const, background: '#ffffff' };
  return sharp({ create: ground }).composite(parts).png().toBuffer();
}

/** Begins a walk. @param folder of its pictures */
export function newWalk(page: Page, shop: WalkShop, folder: string): Walk {
  mkdirSync(folder, { recursive: true });
  const checks: Check[] = [];
  const layouts: Record<string, Boxes> = {};
  const allowed = [ofLeaving];
  const check = (what: string, holds: boolean, detail?: unknown) => {
    const wrong = holds ? undefined : typeof detail === 'string' ? detail : (JSON.stringify(detail) ?? 'no');
    checks.push({ what, wrong });
  };
  return {
    page,
    shop,
    checks,
    layouts,
    check,
    allow: (problem) => void allowed.push(problem),
    open: (path) => page.goto(shop.stack.url + path),
    async look(name, asIs = false, known = undefined) {
      await page.waitFor(`${name} is loaded`, () => document.readyState === 'complete');
      await page.evaluate(settle);
      const picture =
        asIs || page.window.input === 'touch' ? await page.screenshot() : await longPicture(page);
      writeFileSync(join(folder, `${name}.png`), picture);
      layouts[name] = await page.evaluate(boxes, asIs);
      const wide = await page.evaluate(overflow);
      check(`${name}: nothing is wider than the window`, !wide, wide);
      const problems = page.problems
        .splice(0)
        .filter((one) => ![...allowed, known].some((kind) => kind?.test(one)));
      check(`${name}: nothing in the console`, problems.length === 0, [...new Set(problems)].join('\n'));
    },
  };
}
