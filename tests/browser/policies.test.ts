/** The sections of a policy: folded on a phone, and open everywhere else. */
import { expect } from 'vitest';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { countShifts, shifted } from './layout-shifts.ts';
import { isFocused } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { visit, test } = browserTest();
const page = '/policies/refund';

test('on a phone each section opens by its heading, also by keyboard, and nothing moves before', async () => {
  const { page: phone } = await visit(390);
  await countShifts(phone);
  await phone.goto(page, { waitUntil: 'networkidle' });
  const open = () => phone.locator('main details[open]').count();
  expect(await open()).toBe(0);
  expect(await shifted(phone)).toBeLessThan(0.05);

  const condition = phone.locator('summary').filter({ hasText: 'The condition' });
  await condition.tap();
  await see(phone.getByText('opened products need 50% remaining'));
  await condition.focus();
  await phone.keyboard.press('Enter');
  await becomes(open, 0);
  expect(await isFocused(condition)).toBe(true);
  await looksRight(phone, 'folded', { within: 'main' });
});

test('an address with a section opens it, and a link on the page too', async () => {
  const { page: phone } = await visit(390);
  await phone.goto(`${page}#exchanges`);
  const text = () => phone.locator('main details[open] h2').allTextContents();
  await becomes(text, ['Exchanges']);
  await phone
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Our promise' })
    .tap();
  await becomes(text, ['Our promise', 'Exchanges']);
});

test.each([
  [1280, true],
  [390, false],
])(
  'at %d px, with scripts: %s, the whole text is there, with its index',
  async (width, javaScriptEnabled) => {
    const { page: screen } = await visit(width, { javaScriptEnabled, path: page });
    const sections = screen.locator('main details');
    expect(await sections.count()).toBeGreaterThan(5);
    expect(await screen.locator('main details[open]').count()).toBe(await sections.count());
    expect(await screen.getByRole('navigation', { name: 'On this page' }).getByRole('link').count()).toBe(
      await sections.count(),
    );
  },
);
