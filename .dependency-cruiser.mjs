/**
 * The layers of the project: what each may import besides itself. Types count. `npm run lint` checks it in `.ts` and
 * `.tsx` files; the house rule `layers` looks at `.astro` files. docs/architecture.md has the picture.
 */

/** @type {Record<string, string[]>} Folders with the folders that they may import. */
const layers = {};

/** Packages that the shop uses, at the bottom: they know nothing of it, nor of each other. */
const packages = ['packages/gst', 'packages/search', 'packages/shop-import'];
for (const folder of [...packages, 'packages/payment-simulators']) layers[folder] = [];

layers['src/lib'] = packages;
layers['src/domain'] = [...packages, 'src/lib'];
const ground = [...layers['src/domain'], 'src/domain'];

layers['src/ui'] = ground;
layers['src/shared'] = [...ground, 'src/ui'];
const screens = [...ground, 'src/ui', 'src/shared', 'src/styles'];
layers['src/features'] = screens;
layers['src/desk'] = screens;
layers['src/layouts'] = [...screens, 'src/features'];
layers['src/pages'] = [...screens, 'src/features', 'src/desk', 'src/layouts', 'content'];

// A shop's own pages and routes (docs/forks.md): they may import what the shop's may, and none of the shop imports them.
layers['src/own'] = [...layers['src/pages']];

layers.content = ground;
layers.db = ground;

/** The Worker, from the bottom: a floor may import those before it. Folders of one floor may import each other. */
const floors = [
  ['lib'],
  ['limits', 'outbox'],
  ['photos'],
  ['reports', 'contact', 'reviews', 'catalogue'],
  ['accounts'],
  ['guests'],
  ['email'],
  ['documents', 'providers', 'pricing'],
  ['orders'],
  ['payments'],
  ['cancellations', 'returns', 'checkout'],
  ['dispatch'],
  ['http'],
  ['objects'],
  ['pages'],
  ['desk'],
  ['routes', 'jobs'],
].map((folders) => folders.map((folder) => `functions/${folder}`));
for (const [index, folders] of floors.entries())
  for (const folder of folders) layers[folder] = [...ground, 'db', ...floors.slice(0, index + 1).flat()];

layers['functions/own'] = [...layers['functions/routes'], 'src/own'];

layers.tools = [...ground, 'content', 'db', 'functions', 'packages'];

const inside = (folders) => `^(${folders.join('|')})/`;
const isTest = '\\.test\\.tsx?$|/testing/';

export default {
  forbidden: [
    ...Object.entries(layers).map(([layer, below]) => ({
      name: `layer of ${layer}`,
      severity: 'error',
      from: {
        path: inside([layer]),
        // The API client takes its types from the routes of the Worker; none of its code is bundled.
        pathNot: [isTest, '^src/lib/api\\.ts$'],
      },
      to: {
        path: inside(['src', 'functions', 'db', 'content', 'tools', 'packages', 'tests']),
        pathNot: inside([layer, ...below]),
      },
    })),
    {
      name: 'pure files for the Worker',
      severity: 'error',
      from: { path: inside(['src/domain', 'content', 'db', 'functions']), pathNot: isTest },
      to: { path: '^src/.*(\\.(dom|api|store|build)\\.ts|\\.tsx)$' },
    },
    {
      name: 'no ring',
      severity: 'error',
      // It reads its own text, to notice a change of the drawing.
      from: { pathNot: '^src/features/seo/share-picture\\.build\\.ts$' },
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
};
