/** The shop of the tests with another brand: README.md, "Change the brand", and the name in all other texts. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { ColourName } from '#domain/brand/theme.ts';
import { astroCache } from '#lib/content-folder.build.ts';
import { contentRoot, readTheme, root } from '#tools/lib/content.ts';

/** From the project's folder, as CONTENT_DIR has it. */
export const rebranded = '.cache/rebranded';
const folder = join(root, rebranded);
/** What its build makes. */
export const madeFrom = join(root, '.cache', rebranded);

/** With all that HTML, YAML and XML write in another way. */
export const newName = "D'Kesari & Söhne";

export const newColours: Record<ColourName, string> = {
  paper: '#fffcfd',
  cream: '#fbf3f6',
  sand: '#f3e2ea',
  clay: '#e5c8d6',
  sage: '#e3dcf0',
  mist: '#e9e7f2',
  ink: '#2f1a3d',
  inkSoft: '#5b4868',
  inkFaint: '#6f6078',
  green: '#5a1f57',
  greenDeep: '#3c133a',
  onGreen: '#fdf5fb',
  onGreenSoft: '#e2cfe0',
  gold: '#c2703a',
  goldInk: '#8a4415',
  line: '#e8d5df',
  lineStrong: '#8d7a88',
  error: '#a3203a',
  errorGround: '#fde8ec',
  success: '#1f6152',
  successGround: '#e3f1ee',
  noticeGround: '#fdeee2',
};

/** Fonts under other names; the files stay. */
const newFonts: Record<string, string> = {
  'Cormorant Garamond': 'Kesari Serif',
  Cormorant: 'Kesari Serif',
  Jost: 'Kesari Sans',
  Marcellus: 'Kesari Capitals',
  Poppins: 'Kesari Signs',
};

/** A triangle, and a square. */
export const newShapes = { wordmark: 'M1 79 216 1 431 79z', icon: 'M20 20h24v24H20z' };

const replaced = (text: string, pairs: Record<string, string>): string =>
  Object.entries(pairs).reduce((all, [from, to]) => all.replaceAll(from, to), text);

function change(file: string, edit: (text: string) => string): void {
  writeFileSync(join(folder, file), edit(readFileSync(join(folder, file), 'utf8')));
}

/** Writes the content of the tests' shop with another brand. @returns a function that removes it */
export function writeRebranded(): () => void {
  const remove = () => {
    for (const path of [folder, madeFrom]) rmSync(path, { recursive: true, force: true });
  };
  remove();
  cpSync(contentRoot, folder, { recursive: true });
  renameSync(join(folder, 'brands/harita.yaml'), join(folder, 'brands/kesari.yaml'));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(md|yaml)$/.test(file))
      change(file, (text) => replaced(text, { Harita: 'Kesari', 'harita.example': 'kesari.example' }));

  change('store.yaml', (text) => text.replace(/^name: .*$/m, `name: "${newName}"`));
  const colours = readTheme().colours;
  const toNew = Object.fromEntries(
    Object.entries(colours).map(([name, old]) => [old, newColours[name as ColourName]]),
  );
  change('brand/theme.yaml', (text) => replaced(replaced(text, toNew), newFonts));
  for (const file of ['brand/fonts.css', 'brand/fonts/pdf.json'])
    change(file, (text) => replaced(text, { ...newFonts, CormorantGaramond: 'KesariSerif' }));
  const svg = (box: string, content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>\n`;
  change('brand/wordmark.svg', () => svg('0 0 432 80', `<path d="${newShapes.wordmark}"/>`));
  change('brand/icon.svg', () =>
    svg(
      '0 0 64 64',
      `<rect width="64" height="64" rx="14" fill="${newColours.green}"/><path d="${newShapes.icon}" fill="${newColours.gold}"/>`,
    ),
  );
  // Pictures that are the same need not be made again.
  mkdirSync(join(madeFrom, 'astro'), { recursive: true });
  for (const name of ['assets', 'kept'])
    symlinkSync(join(root, astroCache, name), join(madeFrom, 'astro', name));
  return remove;
}

/** Runs code of the Worker with the settings of the new brand. @param source TypeScript; its exports are returned */
export async function withNewSettings<T>(source: string): Promise<T> {
  // A module is imported once.
  const outfile = join(madeFrom, `${createHash('sha256').update(source).digest('hex')}.mjs`);
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    alias: { '#settings': join(madeFrom, 'settings.js') },
    loader: { '.txt': 'text' },
  });
  return import(outfile);
}
