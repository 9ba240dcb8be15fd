/** Forms: a review, and a message to the shop. */
import { serum } from '../../../support/orders.ts';
import { checkToast } from './browsing.ts';
import type { Step, Walk } from './walk.ts';

async function review(walk: Walk): Promise<void> {
  const { page, open, look } = walk;
  await open(`/product/${serum}#reviews`);
  await page.waitFor('the reviews are there', () =>
    Boolean(document.querySelector('#reviews .list:not([aria-busy])')),
  );
  await page.click({ css: '.review-write summary' });
  await page.see({ css: '.review-write [name="comment"]' });
  await page.click({ css: '.review-stars label:has(input[value="4"])' });
  await page.waitFor(
    'four stars',
    () => document.querySelector<HTMLInputElement>('.review-stars input[value="4"]')?.checked,
  );
  await page.fill({ css: '.review-write [name="title"]' }, 'Soft by morning');
  await page.fill({ css: '.review-write [name="comment"]' }, 'It smells of oranges.');
  await look('review-form', true);
  await page.click({ css: '.review-write button[type="submit"]' });
  await checkToast(walk, 'Review submitted successfully!');
  await page.see({ css: '#reviews .comment', text: 'It smells of oranges.' });
  // The date of delivery and its terms are loaded when they come into view.
  await page.see({ css: '.delivery .terms' });
  // The gallery loads its other pictures under the pointer, which is elsewhere in each engine.
  await page.evaluate(() =>
    document.querySelector('[data-gallery]')?.dispatchEvent(new Event('pointerover')),
  );
  await look('product-reviewed');
}

async function contact({ page, open, look }: Walk): Promise<void> {
  await open('/contact');
  await look('contact');
  await page.click({ css: '.support [data-open]' });
  await page.fill({ css: '#ticket-email' }, 'asha@example.in');
  await page.fill({ css: '#ticket-subject' }, 'A broken pump');
  await page.choose('#ticket-issue', 'return');
  await page.fill({ css: '#ticket-message' }, 'No spring.');
  await look('contact-form');
  await page.click({ css: '#ticket button[type="submit"]' });
  await page.see({ css: 'h3', text: 'Ticket Submitted Successfully!' });
  await look('contact-sent', true);
}

/** In the order of the walk. */
export const writing: Step[] = [
  { name: 'review', run: review },
  { name: 'contact', run: contact },
];
