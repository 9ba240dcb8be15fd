/**
 * npm run new-shop [-- --answers FILE] [--replace] [--no-start]: asks eight questions, makes `content/` that of a new shop
 * without goods, and starts it. Git has what was there before.
 *
 * `--answers` reads the answers of a YAML file with the names of the questions. `--replace` does not ask before it replaces
 * content of one's own.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { parse } from 'yaml';
import * as z from 'zod';
import { paletteOf } from '#domain/brand/palette.ts';
import {
  type Answers,
  answersWith,
  type Questions,
  questions,
  stateMistake,
} from '#domain/new-shop/answers.ts';
import { missingFacts } from '#domain/store/missing-facts.ts';
import { contentFolder } from '#lib/content-folder.build.ts';
import { keysOf } from '#lib/keys.ts';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { readLines, runCommand } from '#tools/lib/command.ts';
import { contentFiles, contentRoot, readStore, root } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { fileNames, type NewContent, newContent, readValues } from '#tools/lib/new-content.ts';
import { lettersWithout, readFonts } from '#tools/lib/wordmark.ts';
import { isSample } from '#tools/shop-import/shop.ts';

const usage = 'Usage: npm run new-shop [-- --answers FILE] [--replace] [--no-start]';

function readOptions() {
  try {
    return parseArgs({
      options: {
        answers: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'no-start': { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    throw new Failure(usage);
  }
}

/** The next line that somebody types. @throws Failure at the end of the input */
type NextLine = () => Promise<string>;

/** Lines of the terminal, or of a pipe. */
function linesOf(input: NodeJS.ReadStream): { next: NextLine; end(): void } {
  input.setEncoding('utf8');
  const lines = readLines(input);
  return {
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Failure('The answers ended before the last question. Nothing has been changed.');
      return value.replace(/\r$/, '');
    },
    // Else the process waits for more.
    end: () => void input.destroy(),
  };
}

/** Reads one answer. @returns why it cannot be */
function check<Name extends keyof Questions>(
  schemas: Questions,
  name: Name,
  typed: unknown,
  before: Partial<Answers>,
): { value: Answers[Name] } | { mistake: string } {
  const { data, error } = schemas[name].safeParse(typed);
  if (error) return { mistake: error.issues[0]?.message ?? 'is not an answer' };
  const all = { ...before, [name]: data };
  const mistake = name === 'gstin' && all.state && stateMistake({ state: all.state, gstin: all.gstin });
  return mistake ? { mistake } : { value: data as Answers[Name] };
}

/** Asks each question until it has an answer. */
async function ask(schemas: Questions, next: NextLine): Promise<Answers> {
  const answers: Partial<Answers> = {};
  for (const [n, name] of keysOf(questions).entries()) {
    const { ask: question, usual } = questions[name];
    for (;;) {
      process.stdout.write(`\n${n + 1} of 8. ${question}\n${usual ? `   [${usual}] ` : '   '}`);
      const typed = (await next()).trim() || usual || '';
      const checked = check(schemas, name, typed, answers);
      if ('value' in checked) {
        Object.assign(answers, { [name]: checked.value });
        break;
      }
      logInfo(`   ${typed ? `“${typed}” ` : 'The answer '}${checked.mistake}.`);
    }
  }
  return answers as Answers;
}

/** @throws Failure for what is no YAML with names */
function readYaml(file: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(parse(readFileSync(file, 'utf8')) ?? {});
  } catch (error) {
    throw new Failure(
      `${file}: must be YAML with the names of the questions (${(error as Error).message.split('\n')[0]}).`,
    );
  }
}

/** Reads the answers of a file. A question that it leaves out has its usual answer. @throws Failure with all mistakes */
function readAnswers(schemas: Questions, file: string): Answers {
  if (!existsSync(file)) throw new Failure(`${file}: there is no such file.`);
  const written = readYaml(file);
  const mistakes = Object.keys(written).flatMap((name) =>
    name in questions ? [] : [`${name}: is not a question: ${keysOf(questions).join(', ')}`],
  );
  const answers: Partial<Answers> = {};
  for (const name of keysOf(questions)) {
    const typed = written[name] ?? questions[name].usual ?? '';
    const checked = check(schemas, name, typed, answers);
    if ('mistake' in checked) mistakes.push(`${name}: ${checked.mistake}`);
    else Object.assign(answers, { [name]: checked.value });
  }
  if (mistakes.length) throw new Failure(mistakes.map((mistake) => `${file}: ${mistake}`).join('\n'));
  return answers as Answers;
}

/** What of the content nobody could get back: products that are no samples, and changes that Git does not have. */
async function ownWork(names: readonly string[]): Promise<string[]> {
  const products = new Set(names.flatMap((name) => /^products\/([^/]+)\//.exec(name)?.[1] ?? []));
  const own = [...products].filter((id) => !isSample(id));
  const git = async (...how: string[]) => {
    const { stdout = '' } = await execa('git', [...how, '--', contentRoot], { cwd: root, reject: false });
    return stdout.split('\n').filter(Boolean);
  };
  const isKept = (await git('ls-files')).length > 0;
  const changes = await git('status', '--porcelain');
  return [
    ...(own.length ? [`${own.length} products that are no samples, such as ${own[0]}`] : []),
    ...(isKept ? [] : ['no copy in Git, so nothing could be undone']),
    ...(changes.length ? [`${changes.length} changes that are not committed`] : []),
  ];
}

/** @throws Failure where nobody agrees */
async function agree(names: readonly string[], replaces: boolean, next?: NextLine): Promise<void> {
  const own = await ownWork(names);
  if (replaces || !own.length) return;
  const why = `${contentFolder}/ has ${own.join('; ')}.`;
  if (!next) throw new Failure(`${why} Commit them first, or add --replace to replace them.`);
  process.stdout.write(`\n${why}\nReplace it all? [no] `);
  if (!/^y(es)?$/i.test((await next()).trim())) throw new Failure('Nothing has been changed.');
}

function write(name: string, text: string): void {
  const path = join(contentRoot, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Removes the folders in which nothing is left. */
function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) continue;
    removeEmptyFolders(path);
    if (!readdirSync(path).length) rmSync(path, { recursive: true });
  }
}

/** Writes the files of the new shop, and removes the others. */
function writeShop({ written, removed }: NewContent): void {
  for (const name of removed) rmSync(join(contentRoot, name));
  for (const [name, text] of written) write(name, text);
  removeEmptyFolders(contentRoot);
}

/** What the owner does next. */
function report({ name, colour }: Answers, removed: readonly string[], missing: readonly string[]): void {
  const { green } = paletteOf(colour);
  const facts = missingFacts(readStore()).map(({ field }) => field);
  const kinds = Map.groupBy(removed, (file) => file.split('/')[0]);
  const gone = [...kinds].map(([kind, files]) =>
    files.length > 1 ? `${kind} (${files.length} files)` : kind,
  );
  const lines = [
    `${contentFolder}/ is the content of ${name} now.${gone.length ? ` Removed: ${gone.join(', ')}.` : ''}`,
    ...(green === colour.toLowerCase()
      ? []
      : [
          `${colour} is too light for texts, so buttons and links have ${green}, and ${colour} is the accent.`,
        ]),
    ...(missing.length
      ? [
          `The fonts of the shop have no ${missing.join(', ')}: the wordmark has Latin letters there (docs/brand.md).`,
        ]
      : []),
    'Next steps:',
    `  1. Enter what the law wants to know of a shop, in ${contentFolder}/store.yaml: ${facts.join(', ') || 'nothing is missing'}.`,
    '  2. Add the first product: “Edit content” in README.md, or npm run import for those of another shop.',
    '  3. Look through texts and settings at /edit. Policies are drafts; pages of ingredients are off until you have read their texts.',
    '  4. npm run content lists what is still missing before npm run deploy.',
    `  To undo all of it: git checkout -- ${contentFolder} && git clean -fd ${contentFolder}`,
  ];
  for (const line of lines) logInfo(line);
}

async function newShop(): Promise<void> {
  const { answers: file, replace, 'no-start': staysClosed } = readOptions();
  const files = contentFiles();
  const couriers = (readValues(files, 'couriers.yaml').couriers as { name: string }[]).map(
    ({ name }) => name,
  );
  const schemas = answersWith(couriers);
  const input = file === undefined ? linesOf(process.stdin) : undefined;
  const answers =
    file === undefined ? await ask(schemas, input?.next as NextLine) : readAnswers(schemas, file);
  await agree(fileNames(files), replace, input?.next);
  input?.end();
  const fonts = readFonts(contentRoot);
  const content = newContent(answers, files, fonts);
  writeShop(content);
  const { laws } = mistakesIn(contentFiles());
  if (laws.length) throw new Failure(`The shop cannot be built:\n${laws.join('\n')}`);
  report(answers, content.removed, lettersWithout(answers.name, fonts));
  if (staysClosed) return;
  // Ctrl-C is for the shop, which then ends by itself.
  process.on('SIGINT', () => {});
  const { exitCode } = await execa(process.execPath, ['tools/start.ts'], {
    cwd: root,
    stdio: 'inherit',
    reject: false,
  });
  process.exitCode = exitCode ?? 1;
}

if (import.meta.main) await runCommand(newShop);
