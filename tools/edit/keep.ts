/**
 * Writes what an editor changed into the YAML that was there, and leaves everything else as it stands:
 * comments, order, quotes, line breaks. So a change of one price is a change of one line, and people who
 * write in files find them as they left them.
 */
import {
  Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parse,
  parseDocument,
  stringify,
  type YAMLSeq,
} from 'yaml';
import { isSame } from './same.ts';

type Values = Record<string, unknown>;
/** A stretch of the text and what comes in its place. */
type Edit = { from: number; to: number; text: string };
/** A pair or a list item: what can be written anew without touching its neighbours. */
type Unit = {
  from: number;
  node: Node;
  was: unknown;
  render: (node: Node) => unknown;
};

const style = { lineWidth: 0, singleQuote: true } as const;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const column = (text: string, at: number): number => at - lineStart(text, at);
const start = (node: Node): number => node.range?.[0] ?? 0;
/** Of the dash before an item of a list. */
const dash = (text: string, item: Node): number => text.lastIndexOf('-', start(item) - 1);

/** Where the line after this place begins. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** Where a node's own text ends, its line break left out. */
function endOf(text: string, node: Node): number {
  let end = node.range?.[1] ?? 0;
  while (text[end - 1] === '\n') end -= 1;
  return end;
}

/** Every line but the first moved to the right. */
const indented = (text: string, by: number): string =>
  text.trimEnd().replace(/\n(?!\n|$)/g, `\n${' '.repeat(by)}`);

/** A value as YAML; in braces or brackets where what it replaces, or stands beside, was. */
function written(value: unknown, like: unknown, render: Unit['render']): string {
  const node = new Document(value).contents as Node;
  const flow = isCollection(node) && isCollection(like) && like.flow === true;
  if (flow) node.flow = true;
  return stringify(render(node), { ...style, flowCollectionPadding: !(flow && isSeq(node)) });
}

const asItem = (node: Node) => [node];

function change(text: string, { from, node, was, render }: Unit, value: unknown): Edit[] {
  if (isSame(was, value)) return [];
  const map = isMap(node) && isValues(value) ? (node.flow ? changeBraces : changeMap) : undefined;
  const inside =
    map && isMap(node)
      ? map(text, node.items as Pair<Node, Node>[], was as Values, value as Values)
      : isSeq(node) && !node.flow && Array.isArray(value)
        ? changeList(text, node.items as Node[], was as unknown[], value)
        : undefined;
  const anew = indented(written(value, node, render), column(text, from));
  return inside ?? [{ from, to: endOf(text, node), text: anew }];
}

/** @returns undefined when the map has to be written anew */
function changeMap(text: string, pairs: Pair<Node, Node>[], was: Values, value: Values): Edit[] | undefined {
  const edits: Edit[] = [];
  const known = new Map(pairs.map((pair) => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair]));
  for (const [key, { key: keyNode, value: node }] of known) {
    const from = start(keyNode);
    if (!node) return undefined;
    if (key in value) {
      const render = (changed: Node) => ({ [key]: changed });
      edits.push(...change(text, { from, node, was: was[key], render }, value[key]));
      continue;
    }
    const line = lineStart(text, from);
    // The first name of a list's item shares its line with the dash.
    if (text.slice(line, from).trim()) return undefined;
    edits.push({ from: line, to: nextLine(text, endOf(text, node)), text: '' });
  }
  let before: Pair<Node, Node> | undefined;
  for (const [key, added] of Object.entries(value)) {
    const pair = known.get(key);
    before = pair ?? before;
    if (pair) continue;
    if (!before) return undefined;
    const at = nextLine(text, endOf(text, before.value as Node));
    const by = column(text, start(before.key));
    const lines = indented(stringify({ [key]: added }, style), by);
    edits.push({ from: at, to: at, text: `${' '.repeat(by)}${lines}\n` });
  }
  return edits;
}

/** A value as it stands between braces. */
function inBraces(value: unknown): string {
  const list = new Document([value]).contents as YAMLSeq;
  list.flow = true;
  return stringify(list, { ...style, flowCollectionPadding: false })
    .trimEnd()
    .slice(1, -1);
}

/** The same between braces, where only single values differ. @returns undefined when more does */
function changeBraces(
  text: string,
  pairs: Pair<Node, Node>[],
  was: Values,
  value: Values,
): Edit[] | undefined {
  if (Object.keys(was).length !== Object.keys(value).length) return undefined;
  const edits: Edit[] = [];
  for (const { key, value: node } of pairs) {
    const name = String(isScalar(key) ? key.value : key);
    if (!(name in value)) return undefined;
    if (isSame(was[name], value[name])) continue;
    if (!isScalar(node) || typeof value[name] === 'object') return undefined;
    edits.push({ from: start(node), to: endOf(text, node), text: inBraces(value[name]) });
  }
  return edits;
}

/** How many items at the beginning and at the end are the same. */
function common(was: unknown[], value: unknown[]): { head: number; tail: number } {
  const shorter = Math.min(was.length, value.length);
  let head = 0;
  while (head < shorter && isSame(was[head], value[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(was.at(-1 - tail), value.at(-1 - tail))) tail += 1;
  return { head, tail };
}

/** @returns undefined when the list has to be written anew */
function changeList(text: string, nodes: Node[], was: unknown[], value: unknown[]): Edit[] | undefined {
  const last = nodes.at(-1);
  if (!last || !value.length) return undefined;
  if (nodes.length === value.length)
    return nodes.flatMap((node, index) =>
      change(text, { from: dash(text, node), node, was: was[index], render: asItem }, value[index]),
    );
  const { head, tail } = common(was, value);
  const first = nodes[head];
  const from = first ? lineStart(text, dash(text, first)) : nextLine(text, endOf(text, last));
  const final = nodes[nodes.length - tail - 1];
  const to = final && nodes.length - tail > head ? nextLine(text, endOf(text, final)) : from;
  const by = column(text, dash(text, last));
  const lines = value
    .slice(head, value.length - tail)
    .map((item) => `${' '.repeat(by)}${indented(written(item, last, asItem), by)}\n`);
  return [{ from, to, text: lines.join('') }];
}

/** A value written from nothing. */
export const fresh = (value: unknown): string => stringify(value, style);

/** Whether this text is YAML that says so. */
function says(text: string, value: Values): boolean {
  try {
    return isSame(parse(text), value);
  } catch {
    return false;
  }
}

/** @param text YAML that is a map @returns YAML that says `value` and else is like `text` */
export function keep(text: string, value: Values): string {
  const document = parseDocument(text);
  const { contents } = document;
  const edits =
    isMap(contents) && !contents.flow
      ? changeMap(text, contents.items as Pair<Node, Node>[], document.toJS() as Values, value)
      : undefined;
  const kept = edits
    ?.sort((a, b) => b.from - a.from)
    .reduce((all, { from, to, text: part }) => all.slice(0, from) + part + all.slice(to), text);
  // Whatever was overlooked above: what is saved says what the editor said.
  return kept !== undefined && says(kept, value) ? kept : fresh(value);
}
