/** Static pages: each is opened and checked. */
import type { Step, Walk } from './walk.ts';

const pages = {
  about: '/about',
  ingredients: '/about/ingredients',
  sustainability: '/about/sustainability',
  team: '/about/team',
  journal: '/journal',
  article: '/journal/turmeric-and-saffron',
  privacy: '/policies/privacy',
  terms: '/policies/terms',
  shipping: '/policies/shipping',
  refund: '/policies/refund',
  grievance: '/policies/grievance',
  fair: '/policies/fair-design',
  forgot: '/forgot',
  reset: '/reset',
  unsubscribe: '/unsubscribe',
  'empty-cart': '/cart',
  'not-found': '/nothing-like-it',
};

/** By mouse only, because these steps do not tap. */
async function reading({ page, open, look }: Walk): Promise<void> {
  if (page.window.input === 'touch') return;
  for (const [name, path] of Object.entries(pages)) {
    await open(path);
    await page.see({ css: 'h1' });
    // The page for unknown paths has status 404.
    await look(name, false, name === 'not-found' ? /404/ : undefined);
  }
}

export const readingSteps: Step[] = [{ name: 'reading', run: reading }];
