/** The pages about the shop (docs/behaviour.md 3.8), the grievance policy, /offline and the page for unknown paths. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readStore } from '#tools/lib/content.ts';
import { useShop } from '../support/shop.ts';
import { placeOf, see, useBrowser, widths } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const store = readStore();

async function open(path: string, width = 1280): Promise<Page> {
  const { page } = await visit(width);
  await page.goto(path);
  return page;
}

const main = (page: Page) => page.getByRole('main');
const headings = (page: Page, level: number) => main(page).getByRole('heading', { level }).allTextContents();

describe('/about', () => {
  test.each([
    ['Ingredients', '/about/ingredients'],
    ['Sustainability', '/about/sustainability'],
    ['Our team', '/about/team'],
    ['See the collection', '/collection'],
  ])('leads to %s', async (name, path) => {
    const page = await open('/about', 390);
    await main(page).getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await see(main(page).getByRole('heading', { level: 1 }));
  });

  test.each(['/about/ingredients', '/about/sustainability', '/about/team'])(
    '%s links back, and to the others',
    async (path) => {
      const page = await open(path);
      const links = await main(page)
        .getByRole('link')
        .evaluateAll((all) => all.map((a) => new URL((a as HTMLAnchorElement).href).pathname));
      const others = ['/about', '/about/ingredients', '/about/sustainability', '/about/team'].filter(
        (one) => one !== path,
      );
      expect(links).toEqual(expect.arrayContaining(others));
      expect(
        await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').allTextContents(),
      ).toEqual(['Home', 'About']);
    },
  );
});

describe('/about/ingredients', () => {
  test('"Included: hyaluronic acid, niacinamide, vitamin C, plant stem cells, probiotics"', async () => {
    const page = await open('/about/ingredients');
    const included = page.getByRole('region', { name: 'Five that earn their place' });
    expect(await included.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Hyaluronic acid',
      'Niacinamide',
      'Vitamin C',
      'Plant stem cells',
      'Probiotics',
    ]);
    expect(await included.locator('a.onward').count()).toBe(5);
  });

  test('"Excluded: parabens, sulfates, synthetic fragrances, phthalates, mineral oil"', async () => {
    const page = await open('/about/ingredients');
    const excluded = page.getByRole('region', { name: 'Five that you will not find' });
    const names = (await excluded.locator('dt').allTextContents()).map((name) => name.trim());
    expect(names).toEqual(['Parabens', 'Sulfates', 'Synthetic fragrances', 'Phthalates', 'Mineral oil']);
  });

  test('"Sourcing notes"', async () => {
    const page = await open('/about/ingredients');
    await see(page.getByText('Sourcing notes'));
    expect(
      await page.getByRole('region', { name: 'Where it comes from' }).locator('dt').count(),
    ).toBeGreaterThan(2);
  });
});

describe('/about/sustainability', () => {
  test('"72% plastic reduction since 2020, 100% renewable energy in labs, 1:1 carbon offset for shipments"', async () => {
    const page = await open('/about/sustainability');
    const claims = page.getByRole('region', { name: 'Where we stand' });
    const claimTexts = (await claims.locator('dt').allTextContents()).map((text) =>
      text.replace(/\s+/g, ' ').trim(),
    );
    expect(claimTexts).toEqual([
      '72% plastic reduction since 2020',
      '100% renewable energy in our labs',
      '1:1 carbon offset for shipments',
    ]);
    await see(claims.getByText('Sample figures'));
  });

  test('"Packaging commitments" and "Future goals", year by year', async () => {
    const page = await open('/about/sustainability');
    await see(page.getByText('Packaging commitments'));
    await see(page.getByText('Future goals'));
    const years = await page
      .getByRole('region', { name: 'What comes next' })
      .locator('.year')
      .allTextContents();
    expect(years.length).toBeGreaterThan(1);
    expect(years).toEqual([...years].sort());
  });
});

describe('/about/team', () => {
  test.each(widths)('"three static team cards", without photographs, at %d px', async (width) => {
    const page = await open('/about/team', width);
    const cards = page.getByRole('region', { name: 'The team' }).getByRole('listitem');
    expect(await cards.count()).toBe(3);
    expect(await cards.locator('img').count()).toBe(0);
    expect(await cards.locator('.portrait span').allTextContents()).toEqual(['MI', 'KS', 'AR']);
    await see(page.getByText('Sample portraits'));
  });

  test('View Careers opens an email', async () => {
    const page = await open('/about/team');
    const link = page.getByRole('link', { name: 'View Careers' });
    expect(await link.getAttribute('href')).toBe(
      `mailto:${store.care.email}?subject=Careers%20at%20${store.name}`,
    );
  });
});

describe('/policies/grievance', () => {
  test('names the officer and the two time limits of the E-Commerce Rules', async () => {
    const page = await open('/policies/grievance', 390);
    const text = (await main(page).textContent()) ?? '';
    const { name, email, phone } = store.legal.grievanceOfficer;
    for (const part of [name, email, phone, 'Within 48 hours', 'Within one month', 'E-Commerce'])
      expect(text).toContain(part);
  });

  test('is linked from the footer of every page, from the other policies and from contact', async () => {
    for (const path of ['/collection', '/policies/privacy', '/contact']) {
      const page = await open(path);
      expect(
        await page
          .getByRole('contentinfo')
          .getByRole('link', { name: 'Grievance', exact: true })
          .getAttribute('href'),
      ).toBe('/policies/grievance');
    }
    const page = await open('/contact');
    await main(page).getByRole('link', { name: 'Grievance policy' }).click();
    await page.waitForURL('**/policies/grievance');
  });
});

describe('the footer', () => {
  test('links to the pages about the shop and to the journal', async () => {
    const page = await open('/');
    const about = page.getByRole('navigation', { name: 'About Us' });
    const links = await about.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(links).toEqual([
      '/about',
      '/about/ingredients',
      '/about/sustainability',
      '/about/team',
      '/journal',
    ]);
  });
});

describe('an unknown page', () => {
  test('shows a message, a search and further links', async () => {
    const { page, expectFailure } = await visit(390);
    expectFailure({ path: '/nowhere/at-all', status: 404 });
    await page.goto('/nowhere/at-all');
    expect(await headings(page, 1)).toEqual(['Nothing grows here']);
    await main(page).getByLabel('Search products').fill('neem');
    await main(page).getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/collection?q=neem');
  });
});

describe('/offline', () => {
  test('explains the failure, is not for search engines, and makes no API request', async () => {
    const { page } = await visit(390);
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
    await page.goto('/offline', { waitUntil: 'networkidle' });
    expect(await headings(page, 1)).toEqual(['You are offline']);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(calls).toEqual([]);
    const reloaded = page.waitForRequest('**/offline');
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await reloaded;
    expect(placeOf(page)).toBe('/offline');
  });
});
