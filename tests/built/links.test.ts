/** Links of the built pages. What islands add in the browser is checked in tests/browser/pages.test.ts. */
import { expect, test } from 'vitest';
import { attributeOf, deadLinks, pageFiles, parse } from './pages.ts';

test('no link leads to a missing page or anchor', () => {
  const dead = pageFiles.flatMap((file) => {
    const links = parse(file)
      .querySelectorAll('a')
      .flatMap((link) => attributeOf(link, 'href') ?? []);
    const path = `/${file.replace(/(index)?\.html$/, '')}`;
    return deadLinks(links, path).map((link) => `${file}: ${link}`);
  });
  expect(dead).toEqual([]);
});

test.each(['/nowhere', '/about#nowhere', '/media/nowhere.jpg'])('%s is a dead link', (link) =>
  expect(deadLinks([link, '/about', '/collection#faq', 'https://example.com/x'], '/')).toEqual([link]),
);
