/** What is wrong in an imported file, in sentences that its owner can act on. */
import { capitalized } from '#lib/capitalized.ts';

/** A place in the file. @property row counted from 1, with the header @property column its heading */
export type Place = { row?: number; column?: string };

/**
 * One finding.
 * @property severity `refused`: the product is not imported; `conflict`: an editor and the export have both changed a
 *   value, and the editor's stays; `guessed`: a value was derived; `missing`: the file does not say it; `kept`: a value
 *   is in the record of the import only, since the shop has no field for it
 */
export type Finding = Place & {
  severity: 'refused' | 'conflict' | 'guessed' | 'missing' | 'kept';
  /** What it is about, such as the address of a picture. */
  about?: string;
  message: string;
};

/** `row 12, column Variant Price`, or an empty text. */
export const describePlace = ({ row, column }: Place): string =>
  [row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(', ');

const severities: Record<Finding['severity'], string> = {
  refused: 'Not imported',
  conflict: 'Changed here and in the export',
  guessed: 'Guessed',
  missing: 'Missing',
  kept: 'Not shown',
};

/** `Guessed, row 12, column Status: …` */
export const findingLine = ({ severity, about, message, ...place }: Finding): string =>
  [[severities[severity], describePlace(place)].filter(Boolean).join(', '), about, message]
    .filter(Boolean)
    .join(': ');

/** Products with refusals come first, then those with conflicts and guesses. */
export function mostUrgentFirst<T extends { findings: readonly Finding[] }>(products: readonly T[]): T[] {
  const order = ['refused', 'conflict', 'guessed', 'missing', 'kept'];
  const urgencyOf = ({ findings }: T) =>
    Math.min(...findings.map(({ severity }) => order.indexOf(severity)), order.indexOf('missing'));
  return products.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
}

/** What is wrong in a row. */
export type RowProblem = Place & { message: string };

/** `Row 12, column Stock: “ten” is not a number of pieces.` */
export const describeProblem = ({ message, ...place }: RowProblem): string => {
  const at = describePlace(place);
  return at ? `${capitalized(at)}: ${message}` : message;
};

/** The file as a whole cannot be imported; nothing has been written. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** @param place where in the file */
export const refuseFile = (message: string, place: Place = {}): ImportRefused =>
  new ImportRefused(describeProblem({ ...place, message }));
