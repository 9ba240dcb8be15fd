import { listText } from '#domain/stock/coded-table.ts';

/** The text of a pasted table or of a file. @throws ImportRefused for a file that is too large, or no text */
export const tableText = async (from: string | File): Promise<string> =>
  typeof from === 'string' ? from : listText(new Uint8Array(await from.arrayBuffer()));
