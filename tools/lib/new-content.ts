/** The files of a new shop's content, from the answers of its owner and the files of the shop before. */
import { paletteOf } from '#domain/brand/palette.ts';
import type { Answers } from '#domain/new-shop/answers.ts';
import {
  type Base,
  baseFiles,
  type Claim,
  filesOf,
  filesToRemove,
  policyFor,
  type Values,
  withoutClaims,
} from '#domain/new-shop/files.ts';
import { formatContent } from '#tools/edit/content-style.ts';
import { type ContentFiles, frontMatter } from './check-content.ts';
import { drawIcon, drawWordmark, type Fonts } from './wordmark.ts';

/** @property written texts by their names @property removed names of files that the new shop does not have */
export type NewContent = { written: Map<string, string>; removed: string[] };

type Files = Pick<ContentFiles, 'names' | 'read'>;

/** A YAML file as it is written. @throws ContentError */
export const readValues = (files: Files, name: string): Values =>
  frontMatter(name, files.read(name) ?? '') as Values;

/** The names of files, without those of folders. */
export const fileNames = (files: Files): string[] => files.names().filter((name) => /\.\w+$/.test(name));

const format = (name: string, values: unknown): string => formatContent(`content/${name}`, values);

/** Texts that a new shop keeps, without what they say of other goods. */
function keptTexts(answers: Answers, files: Files): [string, string][] {
  const claims = (readValues(files, 'store.yaml').claims ?? []) as Claim[];
  return fileNames(files)
    .filter((name) => /^(policies\/.*\.md|faqs\/.*\.yaml)$/.test(name))
    .map((name) => {
      const own = claims.filter((claim) => claim.in === name);
      return [name, withoutClaims(policyFor(answers, files.read(name) ?? ''), own)];
    });
}

/** @throws ContentError where a file of the folder cannot be read */
export function newContent(answers: Answers, files: Files, fonts: Fonts): NewContent {
  const base = Object.fromEntries(baseFiles.map((name) => [name, readValues(files, name)])) as Base;
  const removed = filesToRemove(answers, fileNames(files));
  const colours = paletteOf(answers.colour);
  const written = new Map([
    ...Object.entries(filesOf(answers, base)).map(([name, values]) => [name, format(name, values)] as const),
    ...keptTexts(answers, files),
  ]);
  if (files.read('skin.yaml') !== undefined && !removed.includes('skin.yaml')) {
    const { picture: _, ...skin } = readValues(files, 'skin.yaml');
    written.set('skin.yaml', format('skin.yaml', skin));
  }
  written.set(
    'brand/theme.yaml',
    format('brand/theme.yaml', { ...readValues(files, 'brand/theme.yaml'), colours }),
  );
  written.set('brand/wordmark.svg', drawWordmark(answers.name, fonts));
  written.set('brand/icon.svg', drawIcon(answers.name, fonts, colours));
  return { written, removed: removed.filter((name) => !written.has(name)) };
}
