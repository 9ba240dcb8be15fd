import { expect, test } from 'vitest';
import { llmsTxt, type Page } from '#tools/astro/llms.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';

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
