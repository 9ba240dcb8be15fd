/** A strict reader of RFC 4180 for tests: CRLF after every row, quotes only around whole cells. */

const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
const end = /,|\r\n/y;

/** Parses CSV into rows of cells. @throws for anything else */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length; ) {
    cell.lastIndex = at;
    const [all = '', quoted, plain = ''] = cell.exec(text) ?? [];
    end.lastIndex = at + all.length;
    const [ending] = end.exec(text) ?? [];
    if (!ending) throw new Error(`no CSV at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    at = end.lastIndex;
    if (ending === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
