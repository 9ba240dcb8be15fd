/** What is wrong in an imported file, in sentences that its owner can act on. */

/** A place in the file. @property row counted from 1, with the header @property column its heading */
export type Place = { row?: number; column?: string };

/**
 * What was not understood of a product.
 * @property severity `refused`: it cannot be imported; `left out`: one of its sizes or shades cannot; `guessed`: a value was
 *   derived; `missing`: the file does not say it
 */
export type Finding = Place & { severity: 'refused' | 'left out' | 'guessed' | 'missing'; message: string };

/** `row 12, column Variant Price`, or an empty text. */
export const describePlace = ({ row, column }: Place): string =>
  [row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(', ');

/** What is wrong in a row. */
export type RowProblem = Place & { message: string };

/** `Row 12, column Stock: “ten” is not a number of pieces.` */
export const describeProblem = ({ message, ...place }: RowProblem): string =>
  [describePlace(place).replace(/^[rc]/, (letter) => letter.toUpperCase()), message]
    .filter(Boolean)
    .join(': ');

/** The file as a whole cannot be imported; nothing has been written. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** @param place where in the file */
export const refuseFile = (message: string, place: Place = {}): ImportRefused =>
  new ImportRefused(describeProblem({ ...place, message }));
