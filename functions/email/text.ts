/** Renders a draft as plain text with the same content as the HTML: wrapped lines, links written out. */
import { careLine } from '#domain/store/contact.ts';
import { paths } from '#lib/paths.ts';
import type { Block, Draft, EmailContext, RichText } from './draft.ts';

/** Characters in a line. */
const width = 72;

/** Breaks at spaces. A word that is longer than a line, such as a link, stays whole. */
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

/** An email address or phone number is written once: it is its own link. */
const renderText = (text: RichText): string =>
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

function renderBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'small':
      return wrap(renderText(block.text));
    case 'lines':
      return block.lines.map((line) => wrap(line)).join('\n');
    case 'title':
      return `${wrap(block.text)}\n${'-'.repeat(Math.min(block.text.length, width))}`;
    case 'button':
      return `${block.label}:\n${block.to}`;
    case 'details':
      return block.rows.map(([label, value]) => fact(label, value)).join('\n');
    case 'orderItems':
      return [
        ...block.items.map(({ name, count, total }) => `${wrap(name)}\n  ${count} = ${total}`),
        '',
        ...block.amounts.map(({ label, value }) => `${label}: ${value}`),
      ].join('\n');
    case 'list':
      return block.items.map((item) => wrap(renderText(item), '  ').replace(/^ {2}/, '* ')).join('\n');
    case 'quote':
      return block.lines.map((line) => wrap(line, '> ')).join('\n');
    case 'highlight':
      return fact(block.label, block.value);
  }
}

/** The footer: why the email was sent, the contact, and the legal entity. */
function renderFooter({ reason, unsubscribe }: Draft, { store, url }: EmailContext): string {
  const { care, legal } = store;
  return [
    wrap(`You get this email because ${reason}.`),
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.page}`] : []),
    wrap(`Questions? ${careLine(care) || url + paths.contact}`),
    '',
    wrap(legal.entity),
    ...(legal.address ? [wrap(legal.address.join(', '))] : []),
    url,
  ].join('\n');
}

/** The whole email. Pure. */
export function renderPlainText(draft: Draft, context: EmailContext): string {
  const parts = [
    `${context.store.name}\n\n${wrap(draft.heading)}\n${'='.repeat(Math.min(draft.heading.length, width))}`,
    ...draft.blocks.map(renderBlock),
    // Mail clients recognise this line as the start of a signature.
    `-- \n${renderFooter(draft, context)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
