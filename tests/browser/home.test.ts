/**
 * Home: its blocks, the newsletter, and the before/after block with its dialog (docs/behaviour.md, "Home",
 * "Newsletter"). tests/built/content.test.ts reads the texts.
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { asked, fakeClock, hold, stopClock } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { visit, test } = browserTest();

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test.each([
  ['/', 900],
  ['/collection', 560],
  ['/category/serum', 560],
  ['/brand/harita', 560],
])('on a phone the first product of %s begins by %i px', async (path, most) => {
  const { page } = await visit(390, { path });
  const card = await page.locator('.card').first().boundingBox();
  expect(card?.y).toBeGreaterThan(0);
  expect(card?.y).toBeLessThanOrEqual(most);
});

test("shows its blocks in their order; 'See Products' goes to the top of /collection", async () => {
  const { page } = await visit(390, { path: '/' });
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.map((text) => text.trim())).toEqual([
    'Latest Collection',
    'Gentle skincare made with plants',
    'Your skincare journey starts with our trusted essentials',
    'See the Glow in Action',
    'Skincare Journal',
    'Happy Clients',
    'Emails, now and then',
    'Real Results',
  ]);
  const tops = await page.evaluate(() =>
    [
      '[data-carousel]',
      '.latest',
      '.hero',
      '.counters',
      '.showcase',
      '.glow',
      '.journal',
      '.badges',
      '.clients',
      '.newsletter',
      '.results',
    ].map((part) =>
      Math.round((document.querySelector(part)?.getBoundingClientRect().top ?? -1e6) + scrollY),
    ),
  );
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(tops[0]).toBeGreaterThanOrEqual(0);
  await page.getByRole('link', { name: 'See Products' }).click();
  await page.waitForURL('/collection');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

describe('the newsletter', () => {
  const form = (page: Page) => ({
    email: page.locator('[data-newsletter]').getByLabel('Email'),
    submit: page.getByRole('button', { name: 'Subscribe' }),
    error: page.locator('[data-newsletter-error]'),
    thanks: page.locator('[data-newsletter-thanks]'),
  });

  test("an address that is not one is an error, not sent; the server's message is shown above the form", async () => {
    const { page, failOnce } = await visit(390);
    const calls = asked(page, '/api/subscribe');
    await page.goto('/');
    const { email, submit, error } = form(page);
    await see(page.getByText('We respect your privacy. Unsubscribe at any time.'));
    expect(await email.getAttribute('type')).toBe('email');
    expect(await email.getAttribute('required')).not.toBeNull();
    for (const text of ['', 'asha@example']) {
      await email.fill(text);
      await submit.click();
      await becomes(() => error.textContent(), 'Please enter a valid email address');
      // "cleared when the user edits the email"
      await email.press('End');
      await email.press('x');
      await becomes(() => error.textContent(), '');
    }
    expect(calls).toEqual([]);

    const fails = async (says: string, answer?: { status: number; json?: object; body?: string }) => {
      await failOnce('/api/subscribe', answer);
      await email.fill('asha@example.com');
      await submit.click();
      await becomes(() => error.textContent(), says);
    };
    const message = 'Too many subscriptions were made from your network.';
    await fails(message, { status: 429, json: { success: false, message } });
    const [above, below] = await Promise.all([error.boundingBox(), email.boundingBox()]);
    expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
    await email.press('End');
    await email.press('x');
    await becomes(() => error.textContent(), '');
    await fails('Subscription failed', { status: 500, body: '<h1>oh</h1>' });
    await fails("We can't reach the shop. Check your connection and try again.");
    expect(await submit.isEnabled()).toBe(true);
    // A failure that nobody foresaw.
    await page.evaluate(() => {
      const odd = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : never()) });
      const never = () => {
        throw new Error('odd');
      };
      window.fetch = async () => odd as Response;
    });
    await submit.click();
    await becomes(() => error.textContent(), 'An error occurred. Please try again.');
    expect(await submit.isEnabled()).toBe(true);
  });

  test('the button is disabled and busy, thanks are shown for 5 seconds, then the form again', async () => {
    const { page } = await visit(1280);
    await fakeClock(page);
    const answer = await hold(page, '/api/subscribe');
    await page.goto('/');
    await stopClock(page);
    const { email, submit, thanks } = form(page);
    await email.fill('asha@example.com');
    await email.press('Enter');
    await becomes(() => submit.isDisabled(), true);
    expect(await submit.getAttribute('aria-busy')).toBe('true');
    answer.release();
    await becomes(
      () => thanks.textContent(),
      'Thank you for subscribing! Please check your inbox (and spam folder) for our welcome email with your discount code.',
    );
    await gone(email);
    await page.clock.runFor(4_800);
    await see(thanks);
    await page.clock.runFor(300);
    await see(email);
    await gone(thanks);
    expect(await email.inputValue()).toBe('');
    expect(await submit.isEnabled()).toBe(true);
  });
});

test('‘Real Results’ is a slider, an illustration, that works with arrow keys; two photos can be shared, and stay on the device', async () => {
  const { page } = await visit(390, { path: '/' });
  const slider = page.getByRole('slider', { name: 'Compare before and after' });
  await slider.scrollIntoViewIfNeeded();
  expect(await page.locator('[data-before-after]').evaluate((node) => node.clientHeight)).toBe(450);
  await see(page.locator('[data-before-after]').getByText('Illustration', { exact: true }));
  const shown = () =>
    page.locator('[data-before-after] .before').evaluate((node) => getComputedStyle(node).clipPath);
  const half = await shown();
  await slider.focus();
  await page.keyboard.press('End');
  expect(await slider.getAttribute('aria-valuetext')).toBe('All before');
  await expect.poll(shown).not.toBe(half);
  await page.keyboard.press('Home');
  expect(await slider.getAttribute('aria-valuetext')).toBe('All after');
  await page.keyboard.press('ArrowRight');
  expect(await slider.getAttribute('aria-valuetext')).toBe('1% before, 99% after');

  // 'Share Your Results' takes two image files, and confirms that they stay on the device.
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page.getByRole('button', { name: 'Share Your Results' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Your Results' });
  await see(dialog);
  const submit = dialog.getByRole('button', { name: 'Share', exact: true });
  const [before, after] = [dialog.getByLabel(/Before photo/), dialog.getByLabel(/After photo/)];
  expect(await before.getAttribute('accept')).toBe('image/*');
  expect(await submit.isDisabled()).toBe(true);
  await before.setInputFiles({ name: 'before.png', mimeType: 'image/png', buffer: pixel });
  await see(dialog.getByRole('img', { name: 'Your before photo' }));
  expect(await submit.isDisabled()).toBe(true);
  await after.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await see(dialog.getByText('notes.txt cannot be shown here'));
  await after.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
  await see(dialog.getByText('fake.png cannot be shown here'));
  expect(await submit.isDisabled()).toBe(true);
  await after.setInputFiles({ name: 'after.png', mimeType: 'image/png', buffer: pixel });
  await becomes(() => submit.isEnabled(), true);
  await looksRight(page, 'the dialog', { within: 'dialog[open]' });
  await submit.click();
  await gone(dialog);
  await see(page.locator('.toast').getByText('Your photos stayed on this device'));
  // Where there is a share sheet, it gets both photos.
  await page.evaluate(() => {
    navigator.canShare = ({ files }: ShareData = {}) => files?.length === 2;
    navigator.share = async ({ files }: ShareData = {}) => {
      Object.assign(window, { shared: files?.map(({ name }) => name) });
    };
  });
  await page.getByRole('button', { name: 'Share Your Results' }).click();
  for (const [input, name] of [
    [after, 'after.png'],
    [before, 'before.png'],
  ] as const)
    await input.setInputFiles({ name, mimeType: 'image/png', buffer: pixel });
  await submit.click();
  await gone(dialog);
  expect(await page.evaluate('shared')).toEqual(['before.png', 'after.png']);
  // No second toast; the first may have gone.
  expect(await page.locator('.toast').count()).toBeLessThanOrEqual(1);
  // The dialog is empty when it is opened again.
  await page.getByRole('button', { name: 'Share Your Results' }).click();
  expect(await submit.isDisabled()).toBe(true);
  await gone(dialog.getByRole('img', { name: 'Your before photo' }));
  await page.keyboard.press('Escape');
  await gone(dialog);
  expect(sent).toEqual([]);
});
