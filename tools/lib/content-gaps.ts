/** All mistakes in `content/` and all gaps of the catalogue, as one list. Pure: the files come from the caller. */
import { categoryOfSlug } from '#domain/catalogue/category.ts';
import {
  bySeverity,
  type Gap,
  gapsOf,
  type ListedGap,
  type Severity,
  severities,
  shareGaps,
  sortBySeverity,
} from '#domain/catalogue/gaps.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { missingFacts } from '#domain/store/missing-facts.ts';
import type { Store } from '#domain/store/store.ts';
import { isSample } from '#lib/sample-field.ts';
import { contentTypes } from '../../content/collections.ts';
import {
  attempt,
  type ContentFiles,
  type ContentType,
  filesOf,
  frontMatter,
  isOn,
  mistakesIn,
  readCategories,
  readIngredients,
  readOne,
  readProducts,
  readTax,
  unknownNamesIn,
} from './check-content.ts';

const ignore = (): void => {};

/** A mistake that names its file and perhaps its field: `content/store.yaml: name: must not be empty`. */
function gapOfMistake(mistake: string, severity: Severity, remedy: string): ListedGap {
  const [, file = 'content', field = '', reason = mistake] =
    /^(content\/[^:]*): (?:(?:the file|([\w.]+)): )?(.*)$/s.exec(mistake) ?? [];
  return { file, severity, field, reason: `${reason}.`, remedy };
}

/** The names on labels that no ingredient explains, those of most products first. */
const nameGaps = (
  products: readonly (readonly [string, ProductContent])[],
  files: ContentFiles,
): ListedGap[] =>
  unknownNamesIn(products, readIngredients(files, ignore)).map(({ name, products: ids }) => ({
    file: 'content/ingredients',
    severity: 'incomplete',
    field: '',
    reason: `No entry explains "${name}", so filters and My skin do not know what these products are free of (${ids.length}): ${ids.join(', ')}.`,
    remedy: 'Add an entry, or the name to the synonyms of one.',
  }));

/** What the law wants to know of the shop before it sells. */
const factGaps = (store: Store): ListedGap[] =>
  missingFacts(store).map((fact) => ({ file: 'content/store.yaml', severity: 'sale', ...fact }));

/** Categories whose products no kind of search words finds. */
function searchGaps(files: ContentFiles): ListedGap[] {
  const search = attempt(() => readOne(files, contentTypes.search), ignore);
  const found = new Set(search?.types.flatMap(({ categories }) => categories));
  return [...readCategories(files, ignore).keys()].flatMap((slug) =>
    !search || found.has(categoryOfSlug(slug))
      ? []
      : {
          file: `content/categories/${slug}.yaml`,
          severity: 'incomplete',
          field: '',
          reason:
            'A search for this kind of product finds it by its name alone, not by other words or in Hindi.',
          remedy: `Add "${categoryOfSlug(slug)}" to the categories of a type in content/search.yaml.`,
        },
  );
}

/** The names of the sections of a file that are samples: of fields, or of the kinds of items in a list. */
const sampleSections = (values: unknown): string[] =>
  Object.entries(values ?? {}).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (isSample(one) ? String((one as { type?: string }).type ?? name) : [])),
  );

/** What is off, as names of features: nobody is asked about it. */
function switchedOff(files: ContentFiles): { files: ReadonlySet<string>; features: ReadonlySet<string> } {
  const { features } = attempt(() => readOne(files, contentTypes.store), ignore) ?? {};
  const types: ContentType[] = Object.values(contentTypes);
  const off = types.filter((type) => !isOn(type, features));
  return {
    files: new Set(off.flatMap((type) => filesOf(files, type))),
    features: new Set(Object.entries(features ?? {}).flatMap(([name, on]) => (on ? [] : [name]))),
  };
}

/** Files and sections that call themselves samples. A deployment stops for them (docs/deploy.md). */
export function sampleGaps(files: ContentFiles): ListedGap[] {
  const off = switchedOff(files);
  return files
    .names()
    .filter((name) => /\.(md|yaml)$/.test(name) && !off.files.has(name))
    .flatMap((name) => {
      const text = files.read(name) ?? '';
      // Most files say nothing of it.
      if (!/^ *sample: true$/m.test(text)) return [];
      const values = attempt(() => frontMatter(name, text), ignore);
      const all = sampleSections(values);
      const sections = all.filter((name) => !off.features.has(name)).join(', ');
      if (all.length && !sections) return [];
      return {
        file: `content/${name}`,
        severity: 'sample',
        field: 'sample',
        reason: sections ? `These sections are samples: ${sections}.` : 'The text is a sample.',
        remedy: sections
          ? 'Replace their texts and pictures, and set their `sample` to false; or remove them.'
          : 'Check it, and set `sample` to false.',
      };
    });
}

/** @param at the time for which rates of GST are needed, UTC ms. @returns those first that stop most, then by file */
export function gapsIn(files: ContentFiles, at: number): ListedGap[] {
  const tax = attempt(() => readTax(files), ignore);
  const store = attempt(() => readOne(files, contentTypes.store), ignore);
  // What a retired product lacks stops nobody.
  const all = readProducts(files, ignore);
  const products = [...all]
    .filter(([, { status }]) => status !== 'retired')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const features = store?.features;
  const gaps =
    tax && store
      ? products.flatMap(([id, product]) =>
          gapsOf(product, { tax, at, store, products: all }).map((gap) => ({
            file: `content/products/${id}/index.md`,
            ...gap,
          })),
        )
      : [];
  const { laws, advice } = mistakesIn(files);
  return sortBySeverity([
    ...laws.map((law) => gapOfMistake(law, 'build', 'Correct it: nothing is built before.')),
    ...gaps,
    ...(store ? factGaps(store) : []),
    ...sampleGaps(files),
    ...advice.map((one) => gapOfMistake(one, 'incomplete', 'The shop is built without it.')),
    ...searchGaps(files),
    ...(isOn(contentTypes.ingredients, features) ? nameGaps(products, files) : []),
  ]);
}

const sentence = ({ field, reason, remedy }: Gap): string =>
  `${field ? `${field}: ` : ''}${reason} ${remedy}`;

/** Each gap, by file. */
const byFile = (gaps: readonly ListedGap[]): string[] =>
  [...Map.groupBy(gaps, ({ file }) => file)].flatMap(([file, own]) => [
    `  ${file}`,
    ...own.map((gap) => `    ${sentence(gap)}`),
  ]);

/** What a gap is without its names and numbers. */
const kindOf = (gap: Gap): string =>
  sentence(gap)
    .replace(/\(\d+\): .*?\./, '')
    .replace(/"[^"]*"|“[^”]*”|content\/\S+|\d+/g, '');

/** Gaps of one kind are shown once, and of their files these. */
const shown = 3;

const formatCount = (count: number): string => count.toLocaleString('en-IN');

/** Each kind of gap once, that of most files first, with the number of its files. */
const byKind = (gaps: readonly ListedGap[]): string[] =>
  [...Map.groupBy(shareGaps(gaps), kindOf).values()].flatMap((same) => {
    const files = [...new Set(same.flatMap(({ files }) => files))];
    const more = files.length - shown;
    return [
      ...same.slice(0, 1).map((gap) => `  ${sentence(gap)}`),
      ...(same.length > 1 ? [`    ${formatCount(same.length - 1)} more of this kind`] : []),
      `    ${files.slice(0, shown).join(', ')}${more > 0 ? `, and ${formatCount(more)} more` : ''}`,
    ];
  });

/**
 * The lines of a list, by severity.
 * @param all whether each gap has a line, by file. Otherwise each kind of gap has one, so that thousands fit on a page
 */
export function describeGaps(gaps: readonly ListedGap[], all = false): string[] {
  const groups = bySeverity(gaps);
  const lines = groups.flatMap(([severity, some]) =>
    some.length
      ? [`${severities[severity]} (${formatCount(some.length)})`, ...(all ? byFile : byKind)(some), '']
      : [],
  );
  const counts = groups.map(
    ([severity, some]) => `${severities[severity].toLowerCase()}: ${formatCount(some.length)}`,
  );
  return [...lines, `Content: ${counts.join(', ')}.`];
}
