/** The layers of `functions/`: a folder imports only from its own layer and from lower ones. Pure. */
import { type FileImport, folderOf } from './import-graph.ts';

/** Bottom-up. Folders of one layer may import each other, as long as they form no ring. */
const layers: readonly (readonly string[])[] = [
  ['lib', 'session', 'outbox', 'email', 'limits', 'flags'],
  ['cart', 'accounts', 'catalogue', 'reviews', 'newsletter', 'support', 'csp', 'vitals'],
  ['orders'],
  ['payments'],
  ['checkout'],
  ['dispatch'],
  ['http'],
  ['desk', 'pages', 'feed'],
  ['routes', 'preview', 'jobs'],
];

/**
 * @returns `layers.length` for files directly in functions/; undefined for files elsewhere; -1 for a folder without a
 * layer
 */
function layerOf(file: string): number | undefined {
  const folder = folderOf(file);
  if (folder === 'functions') return layers.length;
  if (!folder?.startsWith('functions/')) return undefined;
  return layers.findIndex((names) => names.includes(folder.slice('functions/'.length)));
}

/** One line for each import that goes upwards, and for each folder of functions/ that has no layer. */
export function layerViolations(imports: readonly FileImport[]): string[] {
  const lines = imports.flatMap(({ from, to }) => {
    const [importing, imported] = [layerOf(from), layerOf(to)];
    const unknown = [importing === -1 ? folderOf(from) : [], imported === -1 ? folderOf(to) : []].flat();
    if (unknown.length) return unknown.map((folder) => `${folder}: give it a layer in tools/lib/layers.ts`);
    return importing !== undefined && imported !== undefined && imported > importing
      ? [`${from} imports ${to}, which is in a higher layer (docs/architecture.md)`]
      : [];
  });
  return [...new Set(lines)];
}
