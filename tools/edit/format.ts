/** How files of content are read for the CMS and written by it: the rest of a file stays as it was (update-yaml.ts). */
import { parse } from 'yaml';
import { isEqual } from './is-equal.ts';
import { toYaml, updateYaml } from './update-yaml.ts';

type Values = Record<string, unknown>;
/** The interface of a custom format of the CMS. */
export type Format = { fromFile: (text: string) => Values; toFile: (value: Values) => string };

/** How many of the values at the top are the same. */
const alike = (one: Values, other: Values): number =>
  Object.keys(one).filter((name) => isEqual(one[name], other[name])).length;

/** The CMS returns `false` for every switch, also for those that the file does not have. */
const withoutNewOffs = (was: Values, value: Values): Values =>
  Object.fromEntries(Object.entries(value).filter(([name, now]) => now !== false || name in was));

/**
 * The CMS passes the value to write, but not the file. So every file that was read is remembered, and the one with
 * the most values in common is taken for the changed one. A wrong choice only costs style: the result is compared
 * with the value.
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
    (text, value) => (text ? updateYaml(text, value) : toYaml(value)),
  );

const parts = (text: string) => /^---\n([\s\S]*?)\n---(?:\n\n?([\s\S]*))?$/.exec(text) ?? [];

/** The CMS writes emphasis with underscores. */
const asTheCmsWrites = (line: string): string =>
  line.replace(/(?<![\w*])\*(?![\s*])([^*]*[^\s*])\*(?![\w*])/g, '_$1_');

/** The new text, with the old spelling of each line that has not changed. */
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
      const yaml = matter === undefined ? toYaml(values) : updateYaml(`${matter}\n`, values);
      return `---\n${yaml.trimEnd()}\n---\n${typeof body === 'string' && body ? `\n${keepLines(before, body)}\n` : ''}`;
    },
  );
