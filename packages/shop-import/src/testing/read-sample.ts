/** Reads the sample files beside this one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportedProduct } from '../product.ts';
import { type Answers, readCatalogue } from '../read-catalogue.ts';

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** What a product has, without what is empty, so that a test lists all of it. */
export function filledFields({ label, ...product }: ImportedProduct): Record<string, unknown> {
  const filled = (fields: object) => Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(filled({ ...product, label: Object.fromEntries(filled(label)) }));
}

/** @param answers what the owner says of the file */
export function readSample(name: string, answers: Answers = {}) {
  const catalogue = readCatalogue(readFileSync(join(import.meta.dirname, name)), {}, answers);
  return { ...catalogue, products: catalogue.products.map(filledFields) };
}
