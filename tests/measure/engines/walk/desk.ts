/** The operators' desk: the list, one order with its dialog, and packing slips on paper. */
import { insertAccount } from '../../../support/rows.ts';
import type { Step, Walk } from './walk.ts';

/** Signs an operator in, instead of the shopper. */
async function signIn({ page, shop, open }: Walk): Promise<void> {
  const { token } = await insertAccount(shop.db, 'operator');
  await open('/about');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
}

const dialogIsGone = () => !document.querySelector('dialog[open]');

async function desk(walk: Walk): Promise<void> {
  const { page, open, look, check } = walk;
  await signIn(walk);
  await open('/desk#orders');
  await page.see({ css: '.desk-orders tbody tr' });
  await look('desk-orders');
  await page.click({ css: '.desk-order-link' });
  await page.see({ css: '.desk-order .status' });
  await look('desk-order');
  const opener = { css: '.desk-screen button', text: 'racking' };
  const number = { css: 'dialog[open] input[name="tracking"]' };
  for (const state of ['as it opens', 'filled in']) {
    await page.click(opener);
    await page.see(number);
    if (state === 'as it opens') await look('desk-tracking', true);
    else {
      await page.choose('dialog[open] select', 'Delhivery');
      await page.fill(number, '14523698741');
    }
    await page.press('Escape');
    const closed = await page.waitFor('the dialog is closed', dialogIsGone).catch(() => false);
    check(`desk: Escape closes the tracking dialog at one press, ${state}`, Boolean(closed));
    if (!closed) await page.click({ css: 'dialog[open] button', name: 'Back' });
  }
  await page.click(opener);
  await page.choose('dialog[open] select', 'Delhivery');
  await page.fill(number, '14523698741');
  await page.click({ css: 'dialog[open] button', name: 'Attach and ship' });
  await page.see({ css: '.desk-order .status', text: 'Shipped' });
}

async function slips({ page, open, look, check }: Walk): Promise<void> {
  await open('/desk#orders/print?papers=slips');
  await page.see({ css: '.slip' });
  await look('desk-print');
  const count = await page.evaluate(() => document.querySelectorAll('.slip').length);
  const text = (await page.pdf()).toString('latin1');
  const pages = Math.max(...[...text.matchAll(/\/Count (\d+)/g)].map(([, n]) => Number(n)), 0);
  const plain = pages || (text.match(/\/Type\s*\/Page\b/g) ?? []).length;
  check('slips: one page each on paper', plain === 0 || plain === count, `${plain} pages for ${count} slips`);
  check('slips: the page can be printed', text.startsWith('%PDF'));
}

/** In the order of the walk. */
export const deskSteps: Step[] = [
  { name: 'desk', run: desk },
  { name: 'slips', run: slips },
];
