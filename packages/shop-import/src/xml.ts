/// <reference path="./saxen.d.ts" />
/** Reads XML into plain objects, as JSON has them. Pure. */
import { Parser } from 'saxen';
import type { Tree } from './object-table.ts';
import { refuseFile } from './problem.ts';

type Element = { name: string; children: [name: string, value: Tree][]; text: string };

/** Elements of which a file may have one only, and which are a list all the same. */
const listed = /^(item|entry|product|offer)$/i;
/** A feed has five levels or six. */
const mostLevels = 50;

/** A text, or an object of children and attributes; what is repeated is a list. */
function treeOf({ children, text }: Element): Tree {
  const own = text.trim();
  if (!children.length) return own;
  const found = new Map<string, Tree[]>();
  for (const [name, value] of own ? [...children, ['text', own] as const] : children)
    found.set(name, [...(found.get(name) ?? []), value]);
  return Object.fromEntries(
    [...found].map(([name, values]) => [
      name,
      values.length > 1 || listed.test(name) ? values : (values[0] ?? ''),
    ]),
  );
}

/**
 * An XML document. Entities that a document declares itself are not expanded.
 * @throws ImportRefused where it is cut off or no XML
 */
export function readXml(xml: string): Tree {
  const root: Element = { name: '', children: [], text: '' };
  const open = [root];
  const last = () => open.at(-1) ?? root;
  const parser = new Parser();
  const refuse = (line: number) =>
    refuseFile('The file begins as XML and cannot be read. It may have been cut off.', { row: line });
  let refused: Error | undefined;
  parser
    .on('openTag', (name, attributes) => {
      if (open.length > mostLevels) throw refuseFile('Its elements are nested too deeply.');
      const own = Object.entries(attributes() ?? {}).filter(([attribute]) => !/^xmlns(:|$)/.test(attribute));
      open.push({ name, children: own, text: '' });
    })
    .on('closeTag', () => {
      const closed = open.pop();
      if (closed && closed !== root) last().children.push([closed.name, treeOf(closed)]);
    })
    .on('text', (text, decode) => {
      last().text += decode(text);
    })
    .on('cdata', (text) => {
      last().text += text;
    })
    .on('error', (_, context) => {
      refused ??= refuse(context().line + 1);
    })
    .on('warn', () => {});
  parser.parse(xml.trimStart());
  if (refused) throw refused;
  return treeOf(root);
}
