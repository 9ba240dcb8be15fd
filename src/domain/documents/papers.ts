/** The papers that the desk prints: which there are, and what they say. */
import { keysOf } from '#lib/keys.ts';

/** Names of the papers with their sizes, in the order in which they are printed. */
export const paperNames = {
  pickList: 'Pick list, A4',
  slips: 'Packing slips, A5',
  invoices: 'Invoices and credit notes, A4',
  labels: 'Labels, 4 × 6 inches',
} as const;
export type Paper = keyof typeof paperNames;

export const paperKinds = keysOf(paperNames);

/** The papers of a list of names, such as `slips labels`; all if it names none. */
export function parsePapers(names = ''): readonly Paper[] {
  const known = paperKinds.filter((kind) => names.split(' ').includes(kind));
  return known.length ? known : paperKinds;
}

type Line = { name: string; quantity: number };

/** The units of each product, by name. */
export function unitsToPick(parcels: readonly { lines: readonly Line[] }[]): Line[] {
  const units = new Map<string, number>();
  for (const { name, quantity } of parcels.flatMap(({ lines }) => lines))
    units.set(name, (units.get(name) ?? 0) + quantity);
  return [...units]
    .map(([name, quantity]) => ({ name, quantity }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** `3 pieces in 2 lines`. */
export function sumOf(lines: readonly Line[], unit: 'line' | 'product'): string {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const rows = lines.length === 1 ? `1 ${unit}` : `${lines.length} ${unit}s`;
  return `${pieces === 1 ? '1 piece' : `${pieces} pieces`} in ${rows}`;
}
