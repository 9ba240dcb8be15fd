import { describe, expect, test } from 'vitest';
import { llmsTxt, type Page, readPage, sitemapXml } from '#tools/astro/sitemap.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';

const head = (more: string) =>
  `<!doctype html><html><head><title>A &amp; B | Harita</title><meta name="description" content="What it &quot;is&quot;">${more}</head><body><meta name="robots" content="noindex"></body></html>`;
const canonical = '<link rel="canonical" href="https://shop.example/about/team">';

describe('readPage', () => {
  test('reads only the head of the page, not its body', () => {
    const updated = '<meta property="article:modified_time" content="2026-11-21T00:00:00.000Z">';
    expect(readPage(head(canonical + updated), '/about/team')).toEqual({
      address: 'https://shop.example/about/team',
      title: 'A & B | Harita',
      description: 'What it "is"',
      updated: '2026-11-21',
    });
  });

  test.each([
    ['is private', head(`${canonical}<meta name="robots" content="noindex">`), '/about/team'],
    ['stands for another one', head(canonical), '/team'],
    ['has no address', head(''), '/about/team'],
  ])('leaves out a page that %s', (_, html, path) => expect(readPage(html, path)).toBeUndefined());
});

test('a sitemap escapes URLs, and has a date only for pages that have one', () => {
  const page = { title: '', description: '' };
  const xml = sitemapXml([
    { ...page, address: 'https://shop.example/a?b&c' },
    { ...page, address: 'https://shop.example/d', updated: '2026-11-21' },
  ]);
  expect(xml).toContain('<url><loc>https://shop.example/a?b&amp;c</loc></url>');
  expect(xml).toContain('<url><loc>https://shop.example/d</loc><lastmod>2026-11-21</lastmod></url>');
});

test('llms.txt names products with their prices, and each page once', () => {
  const page = (path: string, title: string): Page => ({
    address: `https://shop.example${path}`,
    title: `${title} | Harita`,
    description: 'Words.',
  });
  const pages = [
    page('/about', 'About'),
    page('/policies/terms', 'Terms'),
    page('/product/barrier-cream', 'Barrier Cream'),
  ];
  const text = llmsTxt(pages, readStore(), readProducts());
  expect(text).toMatch(/^# Harita\n\n> /);
  expect(text).toMatch(
    /## Products\n\n- \[Barrier Cream\]\(https:\/\/shop\.example\/product\/barrier-cream\): ₹[\d,]+\.\d\d\. Words\.\n/,
  );
  expect(text).not.toContain('## Journal');
  for (const { address } of pages) expect(text.split(`](${address})`)).toHaveLength(2);
});
