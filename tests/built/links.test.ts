/** Links of the built pages. What islands add in the browser is checked in tests/browser/pages.test.ts. */
import { expect, test } from 'vitest';
import { unescapeHtml } from '#tools/astro/llms.ts';
import { deadLinks, htmlOf, pageFiles } from './pages.ts';

const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, link = '']) => unescapeHtml(link));

test('no link leads to a missing page or anchor', () => {
  const dead = pageFiles.flatMap((file) =>
    deadLinks(linksOf(htmlOf(file)), `/${file.replace(/(index)?\.html$/, '')}`).map(
      (link) => `${file}: ${link}`,
    ),
  );
  expect(dead).toEqual([]);
});

test.each(['/nowhere', '/about#nowhere', '/media/nowhere.jpg'])('%s is a dead link', (link) =>
  expect(deadLinks([link, '/about', '/collection#faq', 'https://example.com/x'], '/')).toEqual([link]),
);

test('every footer links to the pages about the shop, the journal and the grievance policy', () => {
  const footers = pageFiles.flatMap((file) => htmlOf(file).split('<footer')[1] ?? []);
  expect(footers.length).toBeGreaterThan(30);
  for (const footer of footers)
    expect(linksOf(footer)).toEqual(
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
