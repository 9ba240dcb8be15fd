/** What cards and search engines show of a product whose editor wrote only the text of its page. */

/** As long as a description may be, characters. */
const longest = 320;

/** The marks of Markdown in a line of text: pictures, links, emphasis, code, tags. */
const plain = (line: string): string =>
  line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/(?<!\w)(\*\*|__|[*_`])(?=\S)(.+?)(?<=\S)\1(?!\w)/g, '$2')
    // A backslash at the end of a line is a line break.
    .replace(/(?<!\\)\\(?=\r?\n)/g, '')
    // Markdown may escape every sign of ASCII.
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('{{', '{ {')
    .replace(/\s+/g, ' ')
    .trim();

/** Headings, lists, quotes, tables and code say too little alone. */
const isParagraph = (block: string): boolean => !/^\s*(#|[-*+>|]\s|\d+[.)]\s|```|~~~|\||<)/.test(block);

/**
 * The first sentences of a text, as many as a description may hold.
 * @param markdown the text below the front matter
 * @returns plain text; empty where there is no paragraph
 */
export function summaryOf(markdown: string): string {
  const text = markdown
    .split(/\r?\n\s*\r?\n/)
    .filter(isParagraph)
    .map(plain)
    .filter(Boolean)
    .map((paragraph) => (/[.!?।:…]$/.test(paragraph) ? paragraph : `${paragraph}.`))
    .join(' ');
  let summary = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    if ((summary + segment).trimEnd().length > longest) break;
    summary += segment;
  }
  if (summary || text.length <= longest) return summary.trim();
  const space = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, space > 0 ? space : longest - 1)}…`;
}

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a summary says all that the text says, which then need not stand on the page twice. */
export const isWhole = (summary: string, markdown: string): boolean =>
  letters(plain(markdown)) === letters(summary);
