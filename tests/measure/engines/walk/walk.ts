/** Shared by the steps of a walk: the page, the shop, and the checks of every page. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { MeasuredShop } from '../../shop.ts';
import { settle } from '../in-page.ts';
import { type Boxes, boxes } from '../layout.ts';
import type { Page } from '../page.ts';

/** The result of one check. */
export type Check = { what: string; wrong: string | undefined };

export type Walk = {
  page: Page;
  shop: MeasuredShop;
  /** Opens a page of the shop. @param path with its leading slash */
  open(path: string): Promise<void>;
  /** Records whether a condition holds; the walk continues in both cases. */
  check(what: string, holds: boolean, detail?: unknown): void;
  /**
   * Checks the page in its present state: nothing is wider than the window, and nothing is in the console. Saves its
   * boxes for the comparison, and a picture.
   * @param asIs without scrolling, for an open dialog or menu
   * @param known problems that are allowed on this page
   */
  look(name: string, asIs?: boolean, known?: RegExp): Promise<void>;
  /** Allows such problems from now on, because the walk itself causes them. */
  allow(problem: RegExp): void;
  checks: Check[];
  /** The boxes of each checked page. */
  layouts: Record<string, Boxes>;
};

/** A part of the walk; if it fails, the walk continues with the next one. */
export type Step = { name: string; run(walk: Walk): Promise<void> };

/** Problems of navigation: leaving a page cancels its pending requests, including those of its service worker. */
const navigationProblems =
  /NS_BINDING_ABORTED|ERR_ABORTED|due to access control checks|Load request cancelled|ServiceWorker intercepted the request/;

/** Runs in the page: describes an element that is wider than the window, if there is one. */
function overflow(): string | undefined {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return undefined;
  const wide = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1 && one.checkVisibility(),
  );
  return `${scrollWidth} px in a window of ${clientWidth}: ${wide[0]?.outerHTML.slice(0, 100)}`;
}

/** Runs in the page: scrolls to a position. @returns the actual position, and the height of the document */
function scrollDown(y: number): { at: number; height: number } {
  delete document.documentElement.dataset.fresh;
  scrollTo({ top: y, behavior: 'instant' });
  return { at: scrollY, height: document.documentElement.scrollHeight };
}

/** The top of the window that the fixed header may cover, px. */
const underHeader = 100;

/** A picture of the whole page, put together from one screenshot per viewport. */
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

/** Starts a walk. @param folder for its pictures */
export function newWalk(page: Page, shop: MeasuredShop, folder: string): Walk {
  mkdirSync(folder, { recursive: true });
  const checks: Check[] = [];
  const layouts: Record<string, Boxes> = {};
  const allowed = [navigationProblems];
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
