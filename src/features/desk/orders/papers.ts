/** The papers that the desk prints, many orders in one file. */
import { keysOf } from '#lib/keys.ts';

/** Names of the papers, in their order in a file. */
export const paperNames = {
  pickList: 'Pick list',
  slips: 'Packing slips',
  invoices: 'Invoices and credit notes',
  labels: 'Labels, 4 × 6 inches',
} as const;
export type Paper = keyof typeof paperNames;

export const paperKinds = keysOf(paperNames);

/** How many orders one file can have: all that can be chosen at once. */
export const maxOrdersInFile = 500;
