/** Texts with names of their own, beside the description: sections of information, attributes, custom fields. */
import { readLine } from './body.ts';
import type { NamedRow } from './columns.ts';
import { labelFieldOf, labelTexts } from './label-columns.ts';
import type { ReadProduct } from './product.ts';

export type Section = readonly [name: string, text: string];

const hasTags = /<\/?[a-z][^>]*>/i;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const asHtml = (text: string): string =>
  hasTags.test(text) ? text : `<p>${text.replace(/\n\s*\n/g, '</p><p>').replaceAll('\n', '<br>')}</p>`;

/** Parts that are found in a description by their headings (body.ts). */
const partsOfBody = new Set(['ingredients', 'howToUse', 'benefits']);

/** Adds sections below the description, each under its name as a heading. */
function addToBody(product: ReadProduct, sections: readonly Section[]): void {
  if (!sections.length) return;
  product.body = [
    product.body && asHtml(product.body),
    ...sections.map(([name, text]) => `<h3>${escaped(readLine(name))}</h3>${asHtml(text)}`),
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * Reads the label of a product, last of all its fields. Texts that are not of the label are kept: below the description, or
 * each under its name.
 * @param place where the old shop shows them
 */
export function readSections(
  product: ReadProduct,
  row: NamedRow,
  sections: readonly Section[],
  place: 'body' | 'others',
): void {
  const isOfLabel = ([name]: Section) =>
    labelFieldOf(name) !== undefined && !(place === 'body' && partsOfBody.has(labelFieldOf(name) ?? ''));
  const ofLabel = sections
    .filter(isOfLabel)
    .map(([name, text]) => [name, hasTags.test(text) ? readLine(text) : text] as const);
  product.label = labelTexts(row, ofLabel);
  const label = Object.values(product.label).join('\n');
  const rest = [
    ...sections.filter((section) => !isOfLabel(section)),
    ...ofLabel.filter(([, text]) => !label.includes(text.replace(/\s+/g, ' ').trim())),
  ];
  if (place === 'body') addToBody(product, rest);
  else for (const [name, text] of rest) keepText(product, name, text);
}

/** Keeps a text that has no field. A second one of the same name is kept beside the first. */
export function keepText(product: ReadProduct, name: string, text: string): void {
  const said = Object.hasOwn(product.others, name) ? product.others[name] : undefined;
  if (text && said !== text) product.others[name] = said ? `${said}; ${text}` : text;
}
