/** Moving parts of Home: carousels, counters, videos (docs/behaviour.md, "Home"). The tests control the time. */
import type { Locator, Page } from 'playwright-core';
import type { SwiperOptions } from 'swiper/types';
import { describe, expect } from 'vitest';
import { browserTest } from './browser-test.ts';
import { countShifts, shifted } from './layout-shifts.ts';
import { stoppedClock } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { visit, test } = browserTest({ keepsData: true });

const carousel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The number of the visible slide, from 1; 0 while the carousel is only a scrollable row. */
const shownSlide = (page: Page, name: string) =>
  carousel(page, name)
    .locator('.carousel-dots button')
    .evaluateAll((dots) => dots.findIndex((dot) => dot.ariaCurrent === 'true') + 1);

/** The time from one change to the next, with the transition, ms. */
const changeEvery = (page: Page, name: string) =>
  carousel(page, name)
    .locator('.swiper')
    .evaluate((strip) => {
      const { params } = (strip as unknown as { swiper: { params: SwiperOptions } }).swiper;
      return Number((params.autoplay as { delay: number }).delay) + Number(params.speed);
    });

const counters = async (page: Page) =>
  (await page.locator('[data-counter] dd > [aria-hidden]').allTextContents()).map((text) =>
    text.replace(/\s/g, ''),
  );
const final = ['500+', '98%', '42+', '3+'];

const playing = (page: Page) =>
  page.locator('video').evaluateAll((all) => all.map((video) => !(video as HTMLVideoElement).paused));

/** Asserts that the hero's script has started, and has moved nothing. */
async function nothingShifted(page: Page): Promise<void> {
  await becomes(() => shownSlide(page, 'Promotions'), 1);
  expect(await shifted(page)).toBeLessThan(0.02);
}

/** Runs the stopped clock until the script, which waits for an idle page, has turned the row into a carousel. */
const startMoving = (page: Page, name: string): Promise<void> =>
  becomes(async () => {
    await page.clock.runFor(100);
    return shownSlide(page, name);
  }, 1);

test('the carousels fit each width, before and after their scripts have started; the hero has arrows and dots, also by keyboard', async () => {
  const { page } = await visit(1280);
  const clients = carousel(page, 'Happy Clients');
  const inView = () =>
    clients.evaluate((node) => {
      // With their whole border.
      const { left, right } = node.querySelector('.swiper')?.getBoundingClientRect() ?? new DOMRect();
      return [...node.querySelectorAll('.client')].filter((slide) => {
        const box = slide.getBoundingClientRect();
        return box.left >= left - 0.01 && box.right <= right + 0.01;
      }).length;
    });
  const clientsAtWidths = async () => {
    for (const [width, perView] of [
      [320, 2],
      [390, 2],
      [1023, 2],
      [1024, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await becomes(inView, perView);
    }
  };
  await page.goto('/');
  await clientsAtWidths();
  for (const [width, height] of [
    [640, 500],
    [1280, 500],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const box = await carousel(page, 'Promotions').boundingBox();
    expect([box?.width, box?.height]).toEqual([width, height]);
  }

  // On a phone the picture is 4 to 5, and nothing is over it.
  for (const width of [320, 390, 430, 600]) {
    await page.setViewportSize({ width, height: 800 });
    const isFree = async () => {
      const boxes = await Promise.all(
        ['.slide img', '.slide .words', '.carousel-controls'].map((part) =>
          carousel(page, 'Promotions').locator(part).first().boundingBox(),
        ),
      );
      const [picture, words, controls] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
      if (!picture || !words || !controls) return false;
      const isPortrait =
        Math.abs(picture.height - (width * 5) / 4) <= 1 && Math.round(picture.width) === width;
      return isPortrait && words.y >= picture.y + picture.height && controls.y >= words.y + words.height;
    };
    await becomes(isFree, true);
  }

  const root = carousel(page, 'Promotions');
  const shown = () => shownSlide(page, 'Promotions');
  await becomes(shown, 1);
  /** Uses a control when the slides stand still and know their width, and asserts the number of the slide that comes. */
  const moves = async (name: string, how: (button: Locator) => Promise<void>, to: number) => {
    const isReady = () =>
      root.locator('.swiper').evaluate((strip) => {
        const { animating, width } = (strip as unknown as { swiper: { animating: boolean; width: number } })
          .swiper;
        return !animating && width === strip.clientWidth;
      });
    await becomes(isReady, true);
    await how(root.getByRole('button', { name }));
    await becomes(shown, to);
  };
  await moves('Next slide', (button) => button.click(), 2);
  await moves('Next slide', (button) => button.click(), 1);
  await moves('Previous slide', (button) => button.press('Enter'), 2);
  await moves('Go to slide 1', (button) => button.press('Enter'), 1);

  await clients.scrollIntoViewIfNeeded();
  await becomes(() => shownSlide(page, 'Happy Clients'), 1);
  await clientsAtWidths();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const control of await clients.locator('.carousel-controls button').all()) {
    const isInside = async () => {
      const box = await control.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 320;
    };
    await becomes(isInside, true);
  }
});

test('the hero shows its whole first slide without scripts', async () => {
  const { page } = await visit(390, { path: '/', javaScriptEnabled: false });
  await see(page.getByAltText('Slide 1'));
  await see(page.getByRole('link', { name: 'Shop the kit' }));
  await gone(page.locator('[data-pause]'));
});

test('the hero is a scrollable row when its script does not load', async () => {
  const { page, expectFailure } = await visit(390);
  const script = /\/_astro\/swiper\./;
  await page.route(script, (route) => route.abort());
  expectFailure(script, 0);
  const lost = page.waitForEvent('requestfailed');
  await page.goto('/');
  await lost;
  const row = carousel(page, 'Promotions').locator('.swiper-wrapper');
  await row.evaluate((node) => void node.scrollTo(node.scrollWidth, 0));
  await becomes(() => row.evaluate((node) => node.scrollLeft), 390);
});

test('the hero moves on and loops, the counters count once for 2 seconds, clients move on in view; each stops at its pause button', async () => {
  const { page } = await visit(1280, { reducedMotion: 'no-preference' });
  await stoppedClock(page);
  await page.goto('/');
  await becomes(() => counters(page), ['0+', '0%', '0+', '0+']);
  const hero = () => shownSlide(page, 'Promotions');
  await startMoving(page, 'Promotions');
  const pause = carousel(page, 'Promotions').getByRole('button', { name: 'Pause Promotions' });
  await see(pause);
  // Autoplay's delay begins after a transition.
  await becomes(() => changeEvery(page, 'Promotions'), 4_000);
  await page.clock.runFor(3_000);
  expect(await hero()).toBe(1);
  await page.clock.runFor(1_500);
  await becomes(hero, 2);
  await becomes(async () => {
    await page.clock.runFor(1_000);
    return hero();
  }, 1);
  await pause.click();
  await becomes(() => pause.getAttribute('aria-pressed'), 'true');
  const kept = await hero();
  await page.clock.runFor(12_000);
  expect(await hero()).toBe(kept);

  await page.locator('[data-counter]').first().scrollIntoViewIfNeeded();
  await becomes(async () => {
    await page.clock.runFor(50);
    return (await counters(page))[0] !== '0+';
  }, true);
  expect(await counters(page)).not.toEqual(final);
  await page.clock.runFor(2_100);
  expect(await counters(page)).toEqual(final);
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('[data-counter]').first().scrollIntoViewIfNeeded();
  await page.clock.runFor(300);
  expect(await counters(page)).toEqual(final);

  const root = carousel(page, 'Happy Clients');
  await root.scrollIntoViewIfNeeded();
  const client = () => shownSlide(page, 'Happy Clients');
  await startMoving(page, 'Happy Clients');
  await becomes(() => root.locator('.swiper-wrapper').getAttribute('aria-live'), 'off');
  expect(await changeEvery(page, 'Happy Clients')).toBe(3_000);
  await page.clock.runFor(2_000);
  expect(await client()).toBe(1);
  await page.clock.runFor(1_000);
  await becomes(client, 2);
  await root.getByRole('button', { name: 'Pause Happy Clients' }).click();
  await becomes(() => root.locator('.swiper-wrapper').getAttribute('aria-live'), 'polite');
  const stayed = await client();
  await page.clock.runFor(9_000);
  expect(await client()).toBe(stayed);
});

test('under reduced motion the counters have their final numbers, and hero and videos wait for their buttons', async () => {
  const { page } = await visit(390);
  await stoppedClock(page);
  await page.goto('/');
  expect(await counters(page)).toEqual(final);
  const hero = () => shownSlide(page, 'Promotions');
  await startMoving(page, 'Promotions');
  const pause = carousel(page, 'Promotions').getByRole('button', { name: 'Pause Promotions' });
  await becomes(() => pause.getAttribute('aria-pressed'), 'true');
  await page.clock.runFor(9_000);
  expect(await hero()).toBe(1);
  await pause.tap();
  await page.clock.runFor(4_500);
  await becomes(hero, 2);

  const button = page.getByRole('button', { name: /^Pause video: Barrier Cream/ });
  await button.scrollIntoViewIfNeeded();
  await becomes(() => button.getAttribute('aria-pressed'), 'true');
  expect(await playing(page)).toEqual([false, false]);
  await button.tap();
  await becomes(() => playing(page), [false, true]);
});

describe("'See the Glow in Action'", () => {
  test('has two muted, looping videos that load near the viewport and can be paused; nothing shifts', async () => {
    const { page } = await visit(1280, { reducedMotion: 'no-preference' });
    await countShifts(page);
    const fetched: string[] = [];
    page.on('request', (request) => request.resourceType() === 'media' && fetched.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fetched).toEqual([]);
    await nothingShifted(page);
    expect(
      await page
        .locator('video')
        .evaluateAll((all) =>
          all.map((one) => [(one as HTMLVideoElement).muted, (one as HTMLVideoElement).loop]),
        ),
    ).toEqual([
      [true, true],
      [true, true],
    ]);
    await page.locator('video').first().scrollIntoViewIfNeeded();
    await becomes(() => playing(page), [true, true]);
    await page.getByRole('button', { name: /^Pause video: Glow Serum/ }).click();
    await becomes(() => playing(page), [false, true]);
    await page.getByRole('button', { name: /^Pause video: Glow Serum/ }).click();
    await becomes(() => playing(page), [true, true]);
  });

  test('a video that does not load shows its still and a message, and its button tries again; nothing shifts', async () => {
    const films = /\/_astro\/[\w.-]+\.(webm|mp4)$/;
    const { page, allowFailure } = await visit(390, { reducedMotion: 'no-preference' });
    allowFailure(films, 0);
    await countShifts(page);
    await page.route(films, (route) => route.abort());
    await page.goto('/', { waitUntil: 'networkidle' });
    await nothingShifted(page);
    const frame = page.locator('[data-video]').first();
    await frame.scrollIntoViewIfNeeded();
    const again = frame.getByRole('button', { name: 'Video not loaded. Try again' });
    await see(again);
    expect(await frame.locator('video').evaluate((video) => getComputedStyle(video).opacity)).toBe('0');
    await page.unroute(films);
    await again.tap();
    await becomes(async () => (await playing(page))[0], true);
    await see(frame.getByRole('button', { name: /^Pause video: / }));
  });

  test('fetches nothing for visitors who save data', async () => {
    const { page } = await visit(1280, { reducedMotion: 'no-preference' });
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    const fetched: string[] = [];
    page.on('request', (request) => request.resourceType() === 'media' && fetched.push(request.url()));
    await page.goto('/');
    await page.locator('video').first().scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(fetched).toEqual([]);
    expect(await playing(page)).toEqual([false, false]);
  });
});
