/** The files of the project, as they are on the disk. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './content.ts';

/** Every file that Git tracks or would add, as sorted paths from the root. */
export const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)))
    .sort();

/** What editors write, which no rule of the code is for. @param file its path from the root */
export const isProse = (file: string): boolean => /^(tests\/)?content\/.*\.(md|yaml)$/.test(file);

/** @param file its path from the root */
export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');
