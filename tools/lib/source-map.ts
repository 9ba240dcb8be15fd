/** Calls in the Worker's bundle, as those of the source files that it was made from. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

function readMap(bundle: string): SourceMap | undefined {
  const file = join(bundle, 'index.js.map');
  if (!existsSync(file)) return undefined;
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(file, 'utf8'));
  return new SourceMap(map);
}

/**
 * @param bundle folder with `index.js` and its map, which is read when the first call has to be found
 * @returns replaces `index.js:123:4` in a line of the log by `functions/http/route.ts:12:3`
 */
export function sourceMapper(bundle: string): (line: string) => string {
  let map: SourceMap | undefined;
  return (line) =>
    line.replace(/(?:file:\/\/[^\s()|]*\/)?\bindex\.js:(\d+):(\d+)/g, (place, row, column) => {
      map ??= readMap(bundle);
      const origin = map?.findOrigin(Number(row), Number(column));
      if (!origin || !('fileName' in origin)) return place;
      // A path from the project's folder.
      return `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
    });
}
