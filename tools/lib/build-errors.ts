/** Extracts the lines that explain a failed build from the output of Astro and wrangler. */
import { root } from '#tools/lib/content.ts';

/** Enough lines for a message with an excerpt of the file, too few for a stack. */
const mostLines = 8;

/** Astro writes field names as `**name**: **name: reason`; an editor needs `name: reason`. */
const fieldLine = (line: string) =>
  line
    .trim()
    .replace(/^.*\*\*: \*\*/, '')
    .replace(/^\*+:\s*/, '')
    .replaceAll('`', '');

/** For a content file that its schema or its parser refuses: one line with the file, the field and the reason. */
function contentError(lines: string[]): string | undefined {
  const head = lines.findIndex((line) => /^\[\w*(Content|Data|Markdown|Frontmatter)\w*Error\]/.test(line));
  if (head < 0) return undefined;
  const location = lines.findIndex((line, index) => index > head && line.trim() === 'Location:');
  const file = lines[location + 1]?.trim().replace(/(:\d+)+$/, '');
  if (location < 0 || !file) return undefined;
  const [, parseReason] = /failed to parse: (.*)/.exec(lines[head] ?? '') ?? [];
  const rest = lines.slice(head + 1);
  const hint = rest.findIndex((line) => /^\s*(Hint|Error reference|Location):$/.test(line));
  const fields = rest.slice(0, hint).filter((line) => line.trim());
  return `${file}: ${parseReason ?? fields.map(fieldLine).join('; ')}`;
}

/** From the first line that `begin` matches to the first stack, without times and blank lines. */
function excerpt(lines: string[], begin: RegExp): string {
  const first = lines.findIndex((line) => begin.test(line));
  const rest = lines.slice(first < 0 ? -mostLines : first);
  const stack = rest.findIndex((line) => /^\s*(Stack trace:|at )/.test(line));
  return rest
    .slice(0, stack < 0 ? undefined : stack)
    .map((line) => line.replace(/^\d\d:\d\d:\d\d /, '').trimEnd())
    .filter((line) => line && !/Build failed in/.test(line))
    .slice(0, mostLines)
    .join('\n');
}

/** @param output everything that `astro build` wrote */
export function summarizeAstroErrors(output: string): string {
  const lines = output.split('\n');
  const rendering = lines.find((line) => /Caught error rendering/.test(line));
  const text =
    contentError(lines) ??
    rendering?.replace(/^.*Caught error rendering/, 'The page') ??
    excerpt(lines, /\[ERROR\]|^\[\w*Error\]|Error:|Unable to load/);
  return text.replaceAll(root, '');
}

/** @param output everything that `wrangler deploy` wrote */
export function summarizeWranglerErrors(output: string): string {
  return excerpt(output.split('\n'), /ERROR|error:/).replaceAll(root, '');
}
