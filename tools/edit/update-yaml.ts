/**
 * Writes an editor's change into an existing YAML text and leaves the rest as it is: comments, order, quotes, line
 * breaks. A change of one price changes one line, which keeps files readable for people who edit them by hand.
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
import { isEqual } from './is-equal.ts';

type Values = Record<string, unknown>;
/** A range of the text and its replacement. */
type Edit = { from: number; to: number; text: string };
/** A pair or a list item: it can be replaced without touching its neighbours. */
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
/** The position of the dash before an item of a list. */
const dash = (text: string, item: Node): number => text.lastIndexOf('-', start(item) - 1);

/** The start of the next line. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** The end of a node's text, without its line break. */
function endOf(text: string, node: Node): number {
  let end = node.range?.[1] ?? 0;
  while (text[end - 1] === '\n') end -= 1;
  return end;
}

/** Indents every line except the first. */
const indented = (text: string, by: number): string =>
  text.trimEnd().replace(/\n(?!\n|$)/g, `\n${' '.repeat(by)}`);

/** A value as YAML, in flow style (braces, brackets) if `like` is. */
function renderLike(value: unknown, like: unknown, render: Unit['render']): string {
  const node = new Document(value).contents as Node;
  const flow = isCollection(node) && isCollection(like) && like.flow === true;
  if (flow) node.flow = true;
  return stringify(render(node), { ...style, flowCollectionPadding: !(flow && isSeq(node)) });
}

const asItem = (node: Node) => [node];

function change(text: string, { from, node, was, render }: Unit, value: unknown): Edit[] {
  if (isEqual(was, value)) return [];
  const map = isMap(node) && isValues(value) ? (node.flow ? changeBraces : changeMap) : undefined;
  const inside =
    map && isMap(node)
      ? map(text, node.items as Pair<Node, Node>[], was as Values, value as Values)
      : isSeq(node) && !node.flow && Array.isArray(value)
        ? changeList(text, node.items as Node[], was as unknown[], value)
        : undefined;
  const anew = indented(renderLike(value, node, render), column(text, from));
  return inside ?? [{ from, to: endOf(text, node), text: anew }];
}

/** @returns undefined when the whole map has to be replaced */
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

/** A value as YAML writes it between braces. */
function inBraces(value: unknown): string {
  const list = new Document([value]).contents as YAMLSeq;
  list.flow = true;
  return stringify(list, { ...style, flowCollectionPadding: false })
    .trimEnd()
    .slice(1, -1);
}

/** Changes single values of a map in braces. @returns undefined when the whole map has to be replaced */
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
    if (isEqual(was[name], value[name])) continue;
    if (!isScalar(node) || typeof value[name] === 'object') return undefined;
    edits.push({ from: start(node), to: endOf(text, node), text: inBraces(value[name]) });
  }
  return edits;
}

/** The number of equal items at the beginning and at the end. */
function commonEnds(was: unknown[], value: unknown[]): { head: number; tail: number } {
  const shorter = Math.min(was.length, value.length);
  let head = 0;
  while (head < shorter && isEqual(was[head], value[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isEqual(was.at(-1 - tail), value.at(-1 - tail))) tail += 1;
  return { head, tail };
}

/** @returns undefined when the whole list has to be replaced */
function changeList(text: string, nodes: Node[], was: unknown[], value: unknown[]): Edit[] | undefined {
  const last = nodes.at(-1);
  if (!last || !value.length) return undefined;
  if (nodes.length === value.length)
    return nodes.flatMap((node, index) =>
      change(text, { from: dash(text, node), node, was: was[index], render: asItem }, value[index]),
    );
  const { head, tail } = commonEnds(was, value);
  const first = nodes[head];
  const from = first ? lineStart(text, dash(text, first)) : nextLine(text, endOf(text, last));
  const final = nodes[nodes.length - tail - 1];
  const to = final && nodes.length - tail > head ? nextLine(text, endOf(text, final)) : from;
  const by = column(text, dash(text, last));
  const lines = value
    .slice(head, value.length - tail)
    .map((item) => `${' '.repeat(by)}${indented(renderLike(item, last, asItem), by)}\n`);
  return [{ from, to, text: lines.join('') }];
}

/** A value as YAML, without an existing text. */
export const toYaml = (value: unknown): string => stringify(value, style);

/** Whether this text is YAML with this value. */
function hasValue(text: string, value: Values): boolean {
  try {
    return isEqual(parse(text), value);
  } catch {
    return false;
  }
}

/** @param text YAML that is a map @returns YAML with this value, otherwise as close to `text` as possible */
export function updateYaml(text: string, value: Values): string {
  const document = parseDocument(text);
  const { contents } = document;
  const edits =
    isMap(contents) && !contents.flow
      ? changeMap(text, contents.items as Pair<Node, Node>[], document.toJS() as Values, value)
      : undefined;
  const updated = edits
    ?.sort((a, b) => b.from - a.from)
    .reduce((all, { from, to, text: part }) => all.slice(0, from) + part + all.slice(to), text);
  // Even if the code above fails, the saved text has the editor's value.
  return updated !== undefined && hasValue(updated, value) ? updated : toYaml(value);
}
