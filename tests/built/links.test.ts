/** Links of the built pages. What islands add in the browser is checked in tests/browser/pages.test.ts. */
import { expect, test } from 'vitest';
import { linksOf } from '../support/dead-links.ts';
import { allDeadLinks, deadLinks, htmlOf, pageFiles } from './pages.ts';

test('no link leads to a missing page or anchor', () => expect(allDeadLinks()).toEqual([]));

test.each(['/nowhere', '/about#nowhere', '/media/nowhere.jpg'])('%s is a dead link', (link) =>
  expect(deadLinks([link, '/about', '/collection#faq', 'https://example.com/x'], '/')).toEqual([link]),
);

const isCheckout = (file: string) => /^(checkout|place-order)\b/.test(file);
const footerOf = (file: string) => linksOf(htmlOf(file).split('<footer')[1] ?? '');

test('every footer links to the pages about the shop, the journal and the grievance policy', () => {
  const files = pageFiles.filter((file) => htmlOf(file).includes('<footer') && !isCheckout(file));
  expect(files.length).toBeGreaterThan(30);
  for (const file of files)
    expect(footerOf(file), file).toEqual(
      expect.arrayContaining([
        '/about',
        '/about/ingredients',
        '/about/sustainability',
        '/about/team',
        '/journal',
        '/policies/grievance',
      ]),
    );
});

test('no footer links to gift cards, which the shop does not sell', () => {
  for (const file of pageFiles) expect(footerOf(file), file).not.toContain('/collection?q=gift+card');
});

test('the footer of the checkout has the policies, and nothing that leads away from paying', () => {
  const files = pageFiles.filter(isCheckout);
  expect(files.length).toBe(2);
  for (const file of files) {
    const links = footerOf(file);
    expect(links).toContain('/policies/grievance');
    expect(links.filter((link) => !/^(\/policies\/|tel:|mailto:)/.test(link))).toEqual([]);
  }
});
