/** How files of content are read for the CMS and written by it: what was there stays (keep.ts). */
import { parse } from 'yaml';
import { fresh, keep } from './keep.ts';
import { isSame } from './same.ts';

type Values = Record<string, unknown>;
/** What the CMS asks of a format of its own. */
export type Format = { fromFile: (text: string) => Values; toFile: (value: Values) => string };

/** How many of the values at the top are the same. */
const alike = (one: Values, other: Values): number =>
  Object.keys(one).filter((name) => isSame(one[name], other[name])).length;

/** The CMS says of every switch that it is off, of those too that the file never mentioned. */
const withoutNewOffs = (was: Values, value: Values): Values =>
  Object.fromEntries(Object.entries(value).filter(([name, now]) => now !== false || name in was));

/**
 * The CMS says what to write, not into which file; so every file that was read is kept in mind, and the
 * one that says most of the same is the one that was changed. A wrong guess could only cost style: what
 * is written is checked against what was asked for.
 */
function remembering(read: (text: string) => Values, write: (text: string, value: Values) => string): Format {
  const seen = new Map<string, Values>();
  return {
    fromFile(text) {
      const value = read(text);
      seen.set(text, value);
      return structuredClone(value);
    },
    toFile(value) {
      let nearest = '';
      // Less than half alike is another file, or a new one.
      let most = Object.keys(value).length / 2;
      for (const [text, was] of seen) {
        const count = alike(value, was);
        if (count >= most) [nearest, most] = [text, count];
      }
      const was = seen.get(nearest);
      const text = write(nearest, was ? withoutNewOffs(was, value) : value);
      seen.set(text, value);
      return text;
    },
  };
}

/** A whole file of YAML. */
export const yamlFormat = (): Format =>
  remembering(
    (text) => parse(text) as Values,
    (text, value) => (text ? keep(text, value) : fresh(value)),
  );

const parts = (text: string) => /^---\n([\s\S]*?)\n---(?:\n\n?([\s\S]*))?$/.exec(text) ?? [];

/** The CMS writes emphasis with underscores. */
const asTheCmsWrites = (line: string): string =>
  line.replace(/(?<![\w*])\*(?![\s*])([^*]*[^\s*])\*(?![\w*])/g, '_$1_');

/** A text in which a line that says the same as before is written as before. */
function keepLines(before: string, now: string): string {
  const known = new Map(before.split('\n').map((line) => [asTheCmsWrites(line), line]));
  return now
    .split('\n')
    .map((line) => known.get(line) ?? line)
    .join('\n');
}

/** Markdown below front matter; the CMS knows it as `body`. */
export const markdownFormat = (): Format =>
  remembering(
    (text) => {
      const [, matter = '', body] = parts(text);
      return { ...(parse(matter) as Values), ...(body === undefined ? {} : { body: body.trimEnd() }) };
    },
    (text, { body, ...values }) => {
      const [, matter, before = ''] = parts(text);
      const yaml = matter === undefined ? fresh(values) : keep(`${matter}\n`, values);
      return `---\n${yaml.trimEnd()}\n---\n${typeof body === 'string' && body ? `\n${keepLines(before, body)}\n` : ''}`;
    },
  );
