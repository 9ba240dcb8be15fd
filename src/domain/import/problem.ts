/** What is wrong in an imported file, in sentences that its owner can act on. */

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

/** `Row 12, column Variant Price`, or an empty text. */
export const describePlace = ({ row, column }: Place): string =>
  [row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(', ');

/** The file as a whole cannot be imported; nothing has been written. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** @param place where in the file */
export function refuseFile(message: string, place: Place = {}): ImportRefused {
  const at = describePlace(place);
  return new ImportRefused(at ? `${at.charAt(0).toUpperCase()}${at.slice(1)}: ${message}` : message);
}
