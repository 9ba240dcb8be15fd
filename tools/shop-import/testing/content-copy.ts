/** A copy of the content in a folder of its own, with empty pictures: only their names count. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentFiles } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';

export function contentCopy() {
  const folder = temporaryFolder();
  const content = join(folder.path, 'content');
  return {
    content,
    /** Makes the copy again. */
    reset() {
      rmSync(content, { recursive: true, force: true });
      const committed = contentFiles();
      for (const name of committed.names()) {
        if (!/\.\w+$/.test(name)) continue;
        mkdirSync(dirname(join(content, name)), { recursive: true });
        writeFileSync(
          join(content, name),
          /\.(md|yaml|svg|css|json)$/.test(name) ? (committed.read(name) ?? '') : '',
        );
      }
    },
    /** The text of each file, with the time at which it was last written. */
    files(): Record<string, string> {
      const names = readdirSync(content, { recursive: true, encoding: 'utf8' }).sort();
      return Object.fromEntries(
        names
          .map((name) => [name, join(content, name)] as const)
          .filter(([name, path]) => name !== 'imported.jsonl' && statSync(path).isFile())
          .map(([name, path]) => [name, `${statSync(path).mtimeMs} ${readFileSync(path, 'utf8')}`]),
      );
    },
    remove: () => folder.remove(),
  };
}
