/** Moving parts of Home: carousels, counters, videos (docs/behaviour.md 3.4). The tests control the time. */
import type { Page } from 'playwright-core';
import type { SwiperOptions } from 'swiper/types';
import { describe, expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';
import { stoppedClock } from './steps.ts';
import { becomes, gone, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

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

describe('the hero carousel', () => {
  test('is 300 px high on small screens and 500 px from the small breakpoint up', async () => {
    const { page } = await visit(390);
    await page.goto('/');
    for (const [width, height] of [
      [390, 300],
      [640, 500],
      [1280, 500],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const box = await carousel(page, 'Promotions').boundingBox();
      expect([box?.width, box?.height]).toEqual([width, height]);
    }
  });

  test('shows its whole first slide without scripts', async () => {
    const { page } = await visit(390, { javaScriptEnabled: false });
    await page.goto('/');
    await see(page.getByAltText('Slide 1'));
    await see(page.getByRole('link', { name: 'Shop the kit' }));
    await gone(page.locator('[data-pause]'));
  });

  test('is a scrollable row when its script does not load', async () => {
    const { page, expectFailure } = await visit(390);
    const script = /\/_astro\/swiper\./;
    await page.route(script, (route) => route.abort());
    expectFailure({ path: script, status: 0 });
    const lost = page.waitForEvent('requestfailed');
    await page.goto('/');
    await lost;
    const row = carousel(page, 'Promotions').locator('.swiper-wrapper');
    await row.evaluate((node) => void node.scrollTo(node.scrollWidth, 0));
    await becomes(() => row.evaluate((node) => node.scrollLeft), 390);
  });

  test('moves on, loops, and stops at its pause button', async () => {
    const { page } = await visit(1280, { reducedMotion: 'no-preference' });
    await stoppedClock(page);
    await page.goto('/');
    const shown = () => shownSlide(page, 'Promotions');
    // The script turns the row into a carousel when the page is idle.
    await becomes(async () => {
      await page.clock.runFor(100);
      return shown();
    }, 1);
    const pause = carousel(page, 'Promotions').getByRole('button', { name: 'Pause Promotions' });
    await see(pause);
    // Autoplay's delay begins after a transition.
    await becomes(() => changeEvery(page, 'Promotions'), 4_000);
    await page.clock.runFor(3_000);
    expect(await shown()).toBe(1);
    await page.clock.runFor(1_500);
    await becomes(shown, 2);
    await becomes(async () => {
      await page.clock.runFor(1_000);
      return shown();
    }, 1);
    await pause.click();
    await becomes(() => pause.getAttribute('aria-pressed'), 'true');
    const kept = await shown();
    await page.clock.runFor(12_000);
    expect(await shown()).toBe(kept);
  });

  test('has arrows and clickable dots, by keyboard too', async () => {
    const { page } = await visit(1280);
    await page.goto('/');
    const root = carousel(page, 'Promotions');
    const shown = () => shownSlide(page, 'Promotions');
    await becomes(shown, 1);
    await root.getByRole('button', { name: 'Next slide' }).click();
    await becomes(shown, 2);
    await root.getByRole('button', { name: 'Next slide' }).click();
    await becomes(shown, 1);
    await root.getByRole('button', { name: 'Previous slide' }).press('Enter');
    await becomes(shown, 2);
    await root.getByRole('button', { name: 'Go to slide 1' }).press('Enter');
    await becomes(shown, 1);
  });

  test('is paused under reduced motion, and its button starts it', async () => {
    const { page } = await visit(390);
    await stoppedClock(page);
    await page.goto('/');
    const shown = () => shownSlide(page, 'Promotions');
    await becomes(async () => {
      await page.clock.runFor(100);
      return shown();
    }, 1);
    const pause = carousel(page, 'Promotions').getByRole('button', { name: 'Pause Promotions' });
    await becomes(() => pause.getAttribute('aria-pressed'), 'true');
    await page.clock.runFor(9_000);
    expect(await shown()).toBe(1);
    await pause.tap();
    await page.clock.runFor(4_500);
    await becomes(shown, 2);
  });

  test.each(widths)('shifts nothing when its script starts, at %d px', async (width) => {
    const { page } = await visit(width, { reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          (window as unknown as { shifted: number }).shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await becomes(() => shownSlide(page, 'Promotions'), 1);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02);
  });
});

describe('the counters', () => {
  const final = ['500+', '98%', '42+', '3+'];
  const shown = async (page: Page) =>
    (await page.locator('[data-counter] dd > [aria-hidden]').allTextContents()).map((text) =>
      text.replace(/\s/g, ''),
    );

  test('show their final numbers under reduced motion', async () => {
    const { page } = await visit(390);
    await page.goto('/');
    expect(await shown(page)).toEqual(final);
  });

  test('count once, when half visible, for 2 seconds', async () => {
    const { page } = await visit(1280, { reducedMotion: 'no-preference' });
    await stoppedClock(page);
    await page.goto('/');
    await becomes(() => shown(page), ['0+', '0%', '0+', '0+']);
    await page.locator('[data-counter]').first().scrollIntoViewIfNeeded();
    await becomes(async () => {
      await page.clock.runFor(50);
      return (await shown(page))[0] !== '0+';
    }, true);
    expect(await shown(page)).not.toEqual(final);
    await page.clock.runFor(2_100);
    expect(await shown(page)).toEqual(final);
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('[data-counter]').first().scrollIntoViewIfNeeded();
    await page.clock.runFor(300);
    expect(await shown(page)).toEqual(final);
  });
});

describe("'See the Glow in Action'", () => {
  const playing = (page: Page) =>
    page.locator('video').evaluateAll((all) => all.map((video) => !(video as HTMLVideoElement).paused));

  test('has two muted, looping videos that load near the viewport and can be paused', async () => {
    const { page } = await visit(1280, { reducedMotion: 'no-preference' });
    const fetched: string[] = [];
    page.on('request', (request) => request.resourceType() === 'media' && fetched.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fetched).toEqual([]);
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

  test('is paused under reduced motion, and plays on request', async () => {
    const { page } = await visit(390);
    await page.goto('/');
    const button = page.getByRole('button', { name: /^Pause video: Barrier Cream/ });
    await button.scrollIntoViewIfNeeded();
    await becomes(() => button.getAttribute('aria-pressed'), 'true');
    expect(await playing(page)).toEqual([false, false]);
    await button.tap();
    await becomes(() => playing(page), [false, true]);
  });

  test('a video that does not load shows its still and a message, and its button tries again', async () => {
    const films = /\/_astro\/[\w.-]+\.(webm|mp4)$/;
    const { page, allowFailure } = await visit(390, { reducedMotion: 'no-preference' });
    allowFailure({ path: films, status: 0 });
    await page.route(films, (route) => route.abort());
    await page.goto('/');
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

describe("'Happy Clients'", () => {
  test('shows 2 at once, and 3 from 1024 px, before and after its script has started', async () => {
    const { page } = await visit(1280);
    const root = carousel(page, 'Happy Clients');
    const inView = () =>
      root.evaluate((node) => {
        const { left, right } = node.getBoundingClientRect();
        return [...node.querySelectorAll('.client')].filter((slide) => {
          const box = slide.getBoundingClientRect();
          return box.left >= left - 1 && box.right <= right + 1;
        }).length;
      });
    const atWidths = async () => {
      for (const [width, perView] of [
        [390, 2],
        [1023, 2],
        [1024, 3],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await becomes(inView, perView);
      }
    };
    await page.goto('/');
    await atWidths();
    await root.scrollIntoViewIfNeeded();
    await becomes(() => shownSlide(page, 'Happy Clients'), 1);
    await atWidths();
  });

  test('moves on while it is in view, until it is paused', async () => {
    const { page } = await visit(1280, { reducedMotion: 'no-preference' });
    await stoppedClock(page);
    await page.goto('/');
    const root = carousel(page, 'Happy Clients');
    await root.scrollIntoViewIfNeeded();
    const shown = () => shownSlide(page, 'Happy Clients');
    await becomes(async () => {
      await page.clock.runFor(100);
      return shown();
    }, 1);
    await becomes(() => root.locator('.swiper-wrapper').getAttribute('aria-live'), 'off');
    expect(await changeEvery(page, 'Happy Clients')).toBe(3_000);
    await page.clock.runFor(2_000);
    expect(await shown()).toBe(1);
    await page.clock.runFor(1_000);
    await becomes(shown, 2);
    await root.getByRole('button', { name: 'Pause Happy Clients' }).click();
    await becomes(() => root.locator('.swiper-wrapper').getAttribute('aria-live'), 'polite');
    const kept = await shown();
    await page.clock.runFor(9_000);
    expect(await shown()).toBe(kept);
  });
});
