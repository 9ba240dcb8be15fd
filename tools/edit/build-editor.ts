/**
 * The editor at /edit: whether it is on, and its files. They are built beside the shop's, never among them:
 * what is uploaded for shoppers cannot hold a file of the editor, and where it is off there is nothing to
 * serve. `EDIT=on` or `EDIT=off` decides; without either, it is on where only this machine can reach it.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cmsConfig } from '#tools/edit/config.ts';
import { noRepository } from '#tools/edit/local-folder.ts';
import type { ContentSnapshot } from '#tools/edit/snapshot.ts';
import { buildPart, isCurrent, parts } from '#tools/lib/build.ts';
import { nodeThatExits, runAndCapture } from '#tools/lib/child.ts';
import { contentFiles, contentRoot, root } from '#tools/lib/content.ts';
import { Failure, type Log } from '#tools/lib/log.ts';

/** @param host where the shop listens; nothing for a deploy. @throws Failure for an EDIT that is neither */
export function isEditOn({ EDIT }: NodeJS.ProcessEnv, host?: string): boolean {
  if (EDIT && EDIT !== 'on' && EDIT !== 'off') throw new Failure(`EDIT=${EDIT}: must be on or off.`);
  const isHere = host?.startsWith('127.') ?? false;
  if (EDIT === 'on' && host && !isHere)
    throw new Failure(
      'EDIT=on: the editor changes files of this machine, so it opens on this machine only. Leave HOST out.',
    );
  return EDIT ? EDIT === 'on' : isHere;
}

/** What the editor checks an entry against before it saves. */
export function makeSnapshot(): ContentSnapshot {
  const { names, read, pincodes, ownPages } = contentFiles();
  const isText = (name: string) => /\.(md|yaml)$/.test(name);
  const texts = names().filter(isText);
  return {
    texts: Object.fromEntries(texts.map((name) => [name, read(name) ?? ''])),
    others: names().filter((name) => !isText(name)),
    pincodes: pincodes(),
    ownPages: ownPages(),
  };
}

/** Updates it in the files of the editor. */
export const writeContentSnapshot = (): void =>
  writeFileSync(join(parts.editor.folder, 'edit', 'content.json'), JSON.stringify(makeSnapshot()));

/** @property byDesk whether people sign in by the desk */
export type EditorOptions = { log: Log; repo?: string | undefined; site: string; byDesk?: boolean };

/**
 * @param repo `owner/name` at GitHub of the files that editors change; nothing where only local files are edited
 * @param site where the shop is. @returns the folder to serve. @throws Failure
 */
export async function buildEditor({
  log,
  repo = noRepository,
  site,
  byDesk,
}: EditorOptions): Promise<string> {
  const { folder } = parts.editor;
  if (!isCurrent('editor')) {
    log('Building the editor…');
    const bundle = [...nodeThatExits, join(root, 'tools', 'edit', 'bundle.ts'), folder] as const;
    await buildPart('editor', () =>
      runAndCapture([...bundle], { NODE_ENV: 'production', VITEST: undefined }),
    );
  }
  writeFileSync(join(folder, 'edit', 'config.json'), JSON.stringify(cmsConfig(repo, site, byDesk)));
  writeContentSnapshot();
  copyFileSync(join(contentRoot, 'brand', 'icon.svg'), join(folder, 'edit', 'favicon.svg'));
  return folder;
}
