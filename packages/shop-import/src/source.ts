/** Opens a file as a table: CSV, JSON, XML or a workbook. */
import { type Table, tableOf } from './columns.ts';
import { objectTable, type Tree } from './object-table.ts';
import { refuseFile } from './problem.ts';
import { decodeText, maxRows, readTable, refuseLarge, type Sheet } from './table.ts';
import { countText } from './values.ts';
import { readXml } from './xml.ts';

/** What a table stands in. */
export type Container = 'CSV' | 'JSON' | 'XML' | 'XLSX';

/**
 * @property tree what a file of JSON or XML holds
 * @property table its cells, which are read when a reader asks for them, and once
 * @property notes what of the file is not read
 */
type Source = {
  container: Container;
  encoding: string;
  tree: Tree | undefined;
  table: () => Table;
  notes: string[];
};

function readJson(text: string): Tree {
  try {
    return JSON.parse(text) as Tree;
  } catch {
    throw refuseFile('The file begins as JSON and cannot be read. It may have been cut off.');
  }
}

/** A table is read when a reader asks for it, and once. */
function once(read: () => Table): () => Table {
  let table: Table | undefined;
  return () => {
    table ??= read();
    return table;
  };
}

function sheetTable({ rows }: Sheet): Table {
  const filled = rows
    .map((cells, place) => ({ number: place + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (filled.length > maxRows + 1)
    throw refuseFile(
      `The file has more than ${countText(maxRows)} rows, and at most so many are read. Please export it in parts.`,
    );
  return tableOf(filled);
}

/** What is in a file, by its first character. @throws ImportRefused where it cannot be read */
export function openSource(file: Uint8Array | Sheet): Source {
  if (!(file instanceof Uint8Array))
    return {
      container: 'XLSX',
      encoding: `sheet “${file.name}”`,
      tree: undefined,
      table: once(() => sheetTable(file)),
      notes: file.others.map(
        (name) => `The sheet “${name}” is not read: please save it as a file of its own.`,
      ),
    };
  refuseLarge(file.byteLength);
  const { text, encoding } = decodeText(file);
  const [start = ''] = /^\ufeff?\s*([{[]|<[?!\w])/.exec(text)?.slice(1) ?? [];
  const container = start.startsWith('<') ? 'XML' : start ? 'JSON' : 'CSV';
  if (container === 'CSV')
    return { container, encoding, tree: undefined, table: once(() => tableOf(readTable(text))), notes: [] };
  const clean = text.replace(/^\ufeff/, '');
  const tree = container === 'XML' ? readXml(clean) : readJson(clean);
  return { container, encoding, tree, table: once(() => objectTable(tree)), notes: [] };
}
