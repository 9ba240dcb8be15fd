/** The graph of imports between folders, on small made-up projects. */
import { describe, expect, test } from 'vitest';
import {
  bottomUp,
  folderOf,
  graphOf,
  graphTable,
  importsOf,
  resolveSpecifier,
  ringsOf,
  valueSpecifiers,
} from '#tools/lib/import-graph.ts';
import { layerViolations } from '#tools/lib/layers.ts';

const aliases = { '#lib/*': './src/lib/*', '#features/*': './src/features/*', '#db/*': './db/*' };

function project(files: Record<string, string>) {
  const imports = importsOf(new Map(Object.entries(files)), aliases);
  return { imports, graph: graphOf(Object.keys(files), imports) };
}

describe('the folder of a file', () => {
  test.each([
    ['functions/index.ts', 'functions'],
    ['functions/desk/reconcile/rules.ts', 'functions/desk'],
    ['src/features/cart/cart.ts', 'src/features/cart'],
    ['src/pages/journal/index.astro', 'src/pages'],
    ['src/content.config.ts', 'src'],
    ['db/client.ts', 'db'],
    ['db/schema/cart.ts', 'db/schema'],
    ['tools/build.ts', 'tools'],
    ['content/store.yaml', 'content'],
    ['tests/api/cart.test.ts', undefined],
    ['package.json', undefined],
  ])('%s: %s', (file, folder) => expect(folderOf(file)).toBe(folder));
});

describe('imports of values', () => {
  test.each([
    ["import { a } from './a.ts';", ['./a.ts']],
    ["import {\n  a,\n  type B,\n} from '#lib/a.ts';", ['#lib/a.ts']],
    ["import './a.css';", ['./a.css']],
    ["import A, { type B } from './a.ts';", ['./a.ts']],
    ["import * as all from './a.ts';", ['./a.ts']],
    ["export { a } from './a.ts';", ['./a.ts']],
    ["export * from './a.ts';", ['./a.ts']],
    ["const load = () => import('./a.ts');", ['./a.ts']],
    ['const load = () => {\n  return import(`./a.ts`);\n};', ['./a.ts']],
  ])('%s', (text, found) => expect(valueSpecifiers('src/x.ts', text)).toEqual(found));

  test.each([
    ["import type { A } from './a.ts';"],
    ["import { type A, type B } from './a.ts';"],
    ["export type { A } from './a.ts';"],
    ["export { type A } from './a.ts';"],
    ["type A = import('./a.ts').A;"],
    ["// import { a } from './a.ts';"],
    ['const text = "import { a } from \'./a.ts\'";'],
  ])('none in %s', (text) => expect(valueSpecifiers('src/x.ts', text)).toEqual([]));

  test('in the front matter and the scripts of an Astro file, not in its text', () => {
    const text = `---
import A from './A.astro';
import type { B } from './b.ts';
---
<p>import './no.ts'</p>
<script>
  import './c.ts';
</script>
<script is:inline>import('./d.ts');</script>`;
    expect(valueSpecifiers('src/x.astro', text)).toEqual(['./A.astro', './c.ts', './d.ts']);
  });

  test('in TSX', () =>
    expect(
      valueSpecifiers('src/x.tsx', "import { A } from './A.tsx';\nexport const x = <A>text</A>;"),
    ).toEqual(['./A.tsx']));
});

describe('the path of a specifier', () => {
  test.each([
    ['./b.ts', 'src/lib/b.ts'],
    ['../ui/c.css?url', 'src/ui/c.css'],
    ['#db/client.ts', 'db/client.ts'],
    ['../../content/store.yaml', 'content/store.yaml'],
    ['zod', undefined],
    ['node:fs', undefined],
  ])('%s: %s', (specifier, path) => expect(resolveSpecifier('src/lib/a.ts', specifier, aliases)).toBe(path));
});

describe('the graph', () => {
  const files = {
    'src/lib/money.ts': '',
    'src/features/cart/cart.ts': "import { a } from '#lib/money.ts';\nimport { b } from './b.ts';",
    'src/features/cart/cart.test.ts': "import { x } from '#features/desk/x.ts';",
    'src/features/desk/x.ts': "import type { Cart } from '../cart/cart.ts';",
    'functions/cart/cart.ts':
      "import { cart } from '#features/cart/cart.ts';\nimport store from '../../content/store.yaml';",
    'tests/api/x.test.ts': "import '#lib/money.ts';",
  };

  test('lists each folder after the folders that it imports; tests and types do not count', () =>
    expect(graphTable(project(files).graph).split('\n').slice(2)).toEqual([
      '| `content` | – |',
      '| `src/features/desk` | – |',
      '| `src/lib` | – |',
      '| `src/features/cart` | `src/lib` |',
      '| `functions/cart` | `content`, `src/features/cart` |',
    ]));

  test('has no rings', () => {
    const { graph, imports } = project(files);
    expect(ringsOf(graph, imports)).toEqual([]);
  });

  test('a ring is found, with the imports that close it, and has no order', () => {
    const { graph, imports } = project({
      'functions/a/a.ts': "import '../b/b.ts';",
      'functions/b/b.ts': "import '../c/c.ts';",
      'functions/c/c.ts': "import '../a/a.ts';",
      'functions/d/d.ts': "import '../a/a.ts';",
    });
    expect(ringsOf(graph, imports)).toEqual([
      {
        folders: ['functions/a', 'functions/b', 'functions/c'],
        imports: [
          { from: 'functions/a/a.ts', to: 'functions/b/b.ts' },
          { from: 'functions/b/b.ts', to: 'functions/c/c.ts' },
          { from: 'functions/c/c.ts', to: 'functions/a/a.ts' },
        ],
      },
    ]);
    expect(() => bottomUp(graph)).toThrow('there is a ring among');
  });
});

describe('the layers of functions/', () => {
  test.each([
    ['functions/payments/a.ts', 'functions/orders/b.ts'],
    ['functions/outbox/a.ts', 'functions/lib/b.ts'],
    ['functions/index.ts', 'functions/routes/b.ts'],
    ['functions/orders/a.ts', 'db/client.ts'],
    ['tools/start.ts', 'functions/routes/b.ts'],
  ])('%s may import %s', (from, to) => expect(layerViolations([{ from, to }])).toEqual([]));

  test.each([
    [
      'functions/orders/a.ts',
      'functions/payments/b.ts',
      'functions/orders/a.ts imports functions/payments/b.ts',
    ],
    ['functions/routes/a.ts', 'functions/index.ts', 'functions/routes/a.ts imports functions/index.ts'],
    ['functions/new/a.ts', 'functions/lib/b.ts', 'functions/new: give it a layer'],
  ])('%s may not import %s', (from, to, line) =>
    expect(layerViolations([{ from, to }])).toEqual([expect.stringContaining(line)]),
  );
});
