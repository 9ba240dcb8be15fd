import { describe, expect, test } from 'vitest';
import { checkFile } from './rule.ts';
import { rules } from './rules.ts';

const broken = (file: string, line: string) =>
  rules.flatMap((rule) => (checkFile(rule, file, line).length ? [rule.name] : []));

describe('house rules', () => {
  test.each([
    ['colours', 'src/ui/button.css', '.a { color: #fff; }'],
    ['colours', 'src/ui/button.css', '.a { color: rgb(0 0 0); }'],
    ['colours', 'functions/email/html.ts', 'style="color:#fff"'],
    ['money', 'src/features/cart/x.ts', 'const text = total.toFixed(2);'],
    ['money', 'src/features/cart/x.ts', "const text = total.toLocaleString('en-IN');"],
    ['money', 'functions/orders/x.ts', 'const paise = price * 100;'],
    ['dates', 'src/desk/x.tsx', "const day = new Intl.DateTimeFormat('en-GB');"],
    ['one-writer', 'functions/payments/x.ts', 'db.write.insert(orderEvents).values(row),'],
    ['one-writer', 'functions/payments/x.ts', 'INSERT INTO order_events (id)'],
    ['dates', 'functions/email/x.ts', 'const day = new Date(at).toLocaleDateString();'],
    ['eager-islands', 'src/pages/index.astro', '<Thing client:load />'],
    ['parts', 'src/features/cart/x.dom.ts', "const { open } = await import('./zoom.dom.ts');"],
    ['parts', 'src/features/cart/X.tsx', "const Zoom = lazy(() => import('./Zoom.tsx'));"],
    ['parts', 'src/features/cart/X.astro', "  onClick(() => void import('./zoom.dom.ts'));"],
    ['unfinished', 'db/x.ts', '// TODO later'],
    ['layers', 'src/features/cart/X.astro', "import Table from '#desk/ui/Table.tsx';"],
    ['suffixes', 'src/features/cart/x.ts', "document.querySelector('p');"],
    ['suffixes', 'src/features/cart/x.api.ts', "localStorage.getItem('token');"],
    ['suffixes', 'src/features/cart/x.dom.ts', "import { api, send } from '#lib/api.ts';"],
    ['suffixes', 'src/features/cart/x.ts', "import { getEntry } from 'astro:content';"],
    ['suffixes', 'src/features/cart/x.ts', "const files = import.meta.glob('/content/*.jpg');"],
    ['suffixes', 'src/features/cart/x.dom.ts', "import { atom } from 'nanostores';"],
    ['suffixes', 'src/features/cart/x.ts', "} from './cart.store.ts';"],
    ['has-empty', 'src/ui/a.css', '.terms:has([data-cash]:empty) {'],
    ['ids', 'src/desk/X.tsx', '<h1 id="ship-many stack">Ship orders</h1>'],
    ['pinned-actions', '.github/workflows/shop.yml', '      - uses: actions/checkout@v5'],
    ['pinned-actions', '.github/workflows/shop.yml', '        uses: "actions/cache@main" # v4.3.0'],
    ['pinned-actions', '.github/workflows/other.yaml', `uses: a/b@${'0'.repeat(40)}`],
    ['pinned-actions', '.github/workflows/other.yaml', 'uses: docker://alpine:3'],
  ])('%s is broken in %s by %s', (name, file, line) => expect(broken(file, line)).toEqual([name]));

  test.each([
    ['.github/workflows/shop.yml', `      - uses: actions/checkout@${'0a'.repeat(20)} # v5.1.0`],
    ['.github/workflows/shop.yml', '      - uses: ./.github/actions/build'],
    ['content/brand/theme.yaml', "paper: '#fffdf9'"],
    ['src/pages/cart.astro', '<CartPage client:load />'],
    ['src/features/footer/Footer.astro', '<a href="#faqs">FAQs</a>'],
    ['src/ui/a.css', '.a { color: #fff; } /* rule: colours - the card brand’s own */'],
    ['src/features/cart/x.dom.ts', "const { open } = await loadPart(() => import('./zoom.dom.ts'));"],
    ['src/features/cart/X.tsx', "const Zoom = lazyComponent(() => import('./Zoom.tsx'));"],
    ['src/features/cart/x.ts', "type Cart = typeof import('./cart.ts');"],
    ['functions/x.ts', "import { a } from '#domain/cart/cart.ts';"],
    ['src/features/cart/x.dom.ts', "document.querySelector('p');"],
    ['src/features/cart/useX.ts', "import { api, send } from '#lib/api.ts';"],
    ['src/features/cart/X.tsx', "import { useStore } from '@nanostores/react';"],
    ['src/features/cart/x.build.ts', "import { getEntry } from 'astro:content';"],
    ['src/features/cart/x.ts', "import type { api } from '#lib/api.ts';"],
    ['src/ui/a.css', '.understood:empty:has(+ .nothing) {'],
    ['src/desk/X.tsx', '<h1 className="a b" id="ship-many">Ship orders</h1>'],
    ['src/features/cart/x.ts', 'document.title; // rule: suffixes - only named in an example'],
  ])('%s may say %s', (file, line) => expect(broken(file, line)).toEqual([]));
});
