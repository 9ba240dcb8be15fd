/** A draft as plain text: everything that the HTML says, wrapped to be read, links written out. */
import type { Block, Draft, Shop, Words } from './draft.ts';

/** Columns. */
const width = 72;

/** Breaks at spaces; a word that is longer than a line, such as a link, stays whole. */
function wrap(text: string, indent = ''): string {
  const wrapped: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && indent.length + line.length + 1 + word.length > width) {
      wrapped.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...wrapped, line].map((one) => (indent + one).trimEnd()).join('\n');
}

/** An address to write to or to dial is its own link. */
const written = (text: Words): string =>
  (typeof text === 'string' ? [text] : text)
    .map((run) => {
      if (typeof run === 'string') return run;
      if ('strong' in run) return run.strong;
      return /^(mailto|tel):/.test(run.to) || run.link === run.to ? run.link : `${run.link} (${run.to})`;
    })
    .join('');

const fact = (label: string, value: string): string =>
  value.includes('\n') ? `${label}:\n${indented(value)}` : `${label}: ${value}`;

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

function blockOf(block: Block): string {
  switch (block.is) {
    case 'words':
    case 'small':
      return wrap(written(block.words));
    case 'lines':
      return block.lines.map((line) => wrap(line)).join('\n');
    case 'title':
      return `${wrap(block.text)}\n${'-'.repeat(Math.min(block.text.length, width))}`;
    case 'button':
      return `${block.label}:\n${block.to}`;
    case 'facts':
      return block.rows.map(([label, value]) => fact(label, value)).join('\n');
    case 'goods':
      return [
        ...block.goods.map(({ name, count, total }) => `${wrap(name)}\n  ${count} = ${total}`),
        '',
        ...block.sums.map(({ label, value }) => `${label}: ${value}`),
      ].join('\n');
    case 'list':
      return block.items.map((item) => wrap(written(item), '  ').replace(/^ {2}/, '* ')).join('\n');
    case 'quote':
      return block.lines.map((line) => wrap(line, '> ')).join('\n');
    case 'key':
      return fact(block.label, block.value);
  }
}

/** The letter's foot: why it came, whom to ask, who we are by law. */
function footOf({ why, unsubscribe }: Draft, { store, url }: Shop): string {
  const { care, legal } = store;
  return [
    wrap(`You get this email because ${why}.`),
    ...(unsubscribe ? [`Unsubscribe: ${unsubscribe.page}`] : []),
    wrap(`Questions? ${care.email} or ${care.phone}, ${care.hours}`),
    '',
    wrap(legal.entity),
    wrap(legal.address.join(', ')),
    url,
  ].join('\n');
}

/** The whole letter. Pure. */
export function textOf(draft: Draft, shop: Shop): string {
  const parts = [
    `${shop.store.name}\n\n${wrap(draft.heading)}\n${'='.repeat(Math.min(draft.heading.length, width))}`,
    ...draft.blocks.map(blockOf),
    // The sign before a signature: mail clients know where the letter ends.
    `-- \n${footOf(draft, shop)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
