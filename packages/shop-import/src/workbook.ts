/** Opens workbooks (XLSX): their cells as they are shown. The reader of workbooks is loaded for one only. */
import { ImportRefused, refuseFile } from './problem.ts';
import type { Sheet } from './table.ts';

const startsWith = (bytes: Uint8Array, prefix: readonly number[]) =>
  prefix.every((one, place) => bytes[place] === one);

/** Workbooks are zip files. */
export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

/**
 * What `readCatalogue` reads: the first sheet of a workbook that has cells, and any other file as it is.
 * @throws ImportRefused for a workbook that cannot be read: damaged, with a password, or of Excel before 2007
 */
export async function openFile(bytes: Uint8Array): Promise<Uint8Array | Sheet> {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw refuseFile(
      'This workbook has a password, or is of a version before 2007. Please save it as XLSX without a password, or as CSV.',
    );
  if (!isWorkbook(bytes)) return bytes;
  const { readSheet } = await import('./workbook-sheets.ts');
  try {
    return await readSheet(bytes);
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw refuseFile('The workbook cannot be read. Please save the sheet as CSV.');
  }
}
