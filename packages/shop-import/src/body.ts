/** The description of a product: HTML or plain text, as Markdown and the parts that many shops have fields for. */
import type { Element, ElementContent, Root, RootContent } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { oneLine } from './values.ts';

/**
 * @property markdown what has no field of its own, without HTML
 * @property outside addresses of pictures, films and frames in the text, which the Markdown leaves out
 * @property links addresses within the old shop that lead nowhere: their words stay
 */
export type Body = {
  markdown: string;
  benefits: string[];
  howToUse: string[];
  ingredients: string;
  outside: string[];
  links: string[];
};

/** The new address of one within the old shop, such as `/products/rose-mist`; undefined where there is none. */
export type FollowLink = (address: string) => string | undefined;

/** The parts of a description that are recognised by their headings. */
type Parts = Pick<Body, 'benefits' | 'howToUse' | 'ingredients'>;

/** Whether a part fits the field of a shop; one that does not stays in the description. By default each fits. */
export type FitsField = <Name extends keyof Parts>(name: Name, part: Parts[Name]) => boolean;

type Node = RootContent | ElementContent;

const headingWords: Record<keyof Parts | 'description', RegExp> = {
  benefits:
    /^(key |main |skin |product )?benefits?( and uses)?$|^why (you(’|')?ll|we) love (it|this)$|^what it does$/,
  howToUse:
    /^(how to (use|apply)( it)?|application|directions?( (for|of) use)?|usage|method of use|instructions)$/,
  ingredients:
    /^(full |all |complete |product |list of )?(ingredients?|inci)( list)?$|^composition$|^what(’|')?s in it$/,
  description: /^(product )?(description|overview|details)$/,
};

const blockNames = new Set(
  'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table ul'.split(
    ' ',
  ),
);
const wrappers = new Set([
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'aside',
  'center',
  'font',
  'span',
]);
const isElement = (node: Node): node is Element => node.type === 'element';

/** The text of nodes; a line break and the end of a block are a line break. */
function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (!isElement(node)) return '';
      if (node.tagName === 'br') return '\n';
      return blockNames.has(node.tagName) ? `${textOf(node.children)}\n` : textOf(node.children);
    })
    .join('');
}

/** Blocks without the boxes around them, which only lay the old page out. */
function unwrap(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] =>
    isElement(node) &&
    wrappers.has(node.tagName) &&
    node.children.some(
      (child) => isElement(child) && (blockNames.has(child.tagName) || wrappers.has(child.tagName)),
    )
      ? unwrap(node.children)
      : [node],
  );
}

/** The words of a heading; also a paragraph that is bold as a whole, as many shops write headings. */
function headingOf(node: Node): string | undefined {
  if (!isElement(node)) return undefined;
  const words = oneLine(textOf([node]));
  if (!words) return undefined;
  if (/^h[1-6]$/.test(node.tagName)) return words;
  const content = node.children.filter((child) => child.type !== 'text' || child.value.trim());
  const [only] = content;
  const isBold = (one?: Node) => one !== undefined && isElement(one) && ['strong', 'b'].includes(one.tagName);
  const bold = isBold(node) || (node.tagName === 'p' && content.length === 1 && isBold(only));
  return bold && words.length <= 60 ? words : undefined;
}

type Section = { heading?: Node; words: string; nodes: Node[] };

/** Where a part ends that can be opened: what follows does not belong to its heading. */
const endOfDetails = 'end of details';

/** Parts that can be opened, as sections: the summary is the heading. */
const openDetails = (nodes: readonly RootContent[]): RootContent[] =>
  nodes.flatMap((node): RootContent[] => {
    if (node.type !== 'element') return [node];
    const children = openDetails(node.children);
    if (node.tagName !== 'details') return [{ ...node, children: children as ElementContent[] }];
    const isSummary = (one: RootContent) => one.type === 'element' && one.tagName === 'summary';
    const words = oneLine(textOf(children.filter(isSummary)));
    const heading: Element = {
      type: 'element',
      tagName: 'h3',
      properties: {},
      children: [{ type: 'text', value: words }],
    };
    const content = paragraphsOf(children.filter((one) => !isSummary(one)));
    return [...(words ? [heading] : []), ...content, { type: 'comment', value: endOfDetails }];
  });

function sectionsOf(nodes: readonly Node[]): Section[] {
  const sections: Section[] = [{ words: '', nodes: [] }];
  for (const node of nodes) {
    const words = headingOf(node);
    if (node.type === 'comment') sections.push({ words: '', nodes: [] });
    else if (words === undefined) sections.at(-1)?.nodes.push(node);
    else sections.push({ heading: node, words, nodes: [] });
  }
  return sections;
}

const kindOf = ({ words }: Section): keyof typeof headingWords | undefined => {
  const plain = words.toLowerCase().replace(/[:：.\s]+$/, '');
  const kinds = Object.keys(headingWords) as (keyof typeof headingWords)[];
  return kinds.find((kind) => headingWords[kind].test(plain));
};

/** The items of a section that is one list, or lines of text; undefined where it is anything else. */
function itemsOf({ nodes }: Section): string[] | undefined {
  const shown = nodes.filter((node) => isElement(node) || (node.type === 'text' && node.value.trim()));
  const lists = shown.filter((node) => isElement(node) && ['ul', 'ol'].includes(node.tagName)) as Element[];
  const items =
    lists.length && lists.length === shown.filter((node) => textOf([node]).trim()).length
      ? lists.flatMap((list) => list.children.filter(isElement).map((item) => safeLine(textOf([item]))))
      : textOf(shown).split('\n').map(safeLine);
  const filled = items.filter(Boolean);
  return filled.length ? filled : undefined;
}

/** Pictures, films and frames are not text: their addresses are reported. */
function outsideOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node): string[] => {
    if (!isElement(node)) return [];
    const address = node.properties.src;
    const own =
      ['img', 'iframe', 'video', 'source', 'embed'].includes(node.tagName) && typeof address === 'string';
    return [...(own ? [address] : []), ...outsideOf(node.children)];
  });
}

const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => !['img', 'input', 'picture', 'source'].includes(name),
  ),
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg'],
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto', 'tel'] },
};

/** Headings of the description stand below the page's own: `###` and deeper. */
function lower(nodes: Node[]): Node[] {
  const levels = nodes.filter(isElement).flatMap(({ tagName }) => /^h([1-6])$/.exec(tagName)?.[1] ?? []);
  const up = 3 - Math.min(3, ...levels.map(Number));
  return nodes.map((node) => {
    const level = isElement(node) && /^h([1-6])$/.exec(node.tagName)?.[1];
    return level ? { ...node, tagName: `h${Math.min(6, Number(level) + up)}` } : node;
  }) as Node[];
}

const parser = unified().use(rehypeParse, { fragment: true });
const cleaner = unified().use(rehypeSanitize, schema);
const writer = unified()
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '_', rule: '-' });

/** An address as Markdown has it: without spaces and brackets. */
const asLink = (address: string): string =>
  address.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

function linkOf(href: string, follow: FollowLink): string | undefined {
  const address = href.trim();
  if (/^(https?:\/\/[^/]|mailto:|tel:)/i.test(address)) return asLink(address);
  if (/^\/\/[^/]/.test(address)) return asLink(`https:${address}`);
  return /^www\./i.test(address) ? asLink(`https://${address}`) : follow(address);
}

/**
 * Without empty paragraphs, which only make room, and with the words alone of links that lead nowhere.
 * @param lost takes the addresses of these links
 */
const tidy = (nodes: readonly Node[], follow: FollowLink, lost: string[]): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node];
    const children = tidy(node.children, follow, lost) as ElementContent[];
    if (node.tagName === 'a') {
      const address = typeof node.properties.href === 'string' ? node.properties.href : '';
      const href = linkOf(address, follow);
      if (!href && address) lost.push(address);
      return href ? [{ ...node, properties: { href }, children }] : children;
    }
    return node.tagName === 'p' && !textOf(children).trim() ? [] : [{ ...node, children }];
  });

/** Two braces would begin a value in many templates. */
const markdownOf = (nodes: readonly Node[]): string =>
  writer
    .stringify(writer.runSync({ type: 'root', children: lower([...nodes]) } as Root) as never)
    .trim()
    .replaceAll('{{', '{\\{');

const hasTags = /<[a-z!/][^<>]*>/i;
const hasEntities = /&(?:[a-z]{2,8}|#\d+|#x[\da-f]+);/i;

/** Text without tags, with its line breaks. */
const asHtml = (text: string): string =>
  hasTags.test(text)
    ? text
    : text
        .replace(new RegExp(`&(?!${hasEntities.source.slice(1)})`, 'gi'), '&amp;')
        .replaceAll('<', '&lt;')
        .replace(/(?<!\n\s*)\n(?!\s*\n)/g, '<br>');

const isBlock = (node?: RootContent | ElementContent): boolean =>
  node?.type === 'element' &&
  (blockNames.has(node.tagName) || (wrappers.has(node.tagName) && node.children.some(isBlock)));

/** Bold words on a line of their own. */
const isBoldLine = (node: RootContent, next?: RootContent): boolean =>
  node.type === 'element' &&
  ['strong', 'b'].includes(node.tagName) &&
  (!next || isBlock(next) || (next.type === 'text' && /^\s*\n/.test(next.value)));

/** Paragraphs of text that stands in no box: an empty line is between them, as WooCommerce writes them. */
function paragraphsOf(nodes: readonly RootContent[]): RootContent[] {
  const blocks: RootContent[] = [];
  let open: ElementContent[] | undefined;
  const add = (node: ElementContent) => {
    if (!open) {
      open = [];
      blocks.push({ type: 'element', tagName: 'p', properties: {}, children: open });
    }
    open.push(node);
  };
  for (const [place, node] of nodes.entries())
    if (node.type === 'text')
      for (const [n, value] of node.value.split(/\n\s*\n/).entries()) {
        if (n > 0) open = undefined;
        if (value.trim() || open) add({ type: 'text', value });
      }
    else if (node.type !== 'element' || isBlock(node) || (!open && isBoldLine(node, nodes[place + 1]))) {
      blocks.push(node);
      open = undefined;
    } else add(node);
  return blocks;
}

/** A line of text for a field, in which tags and named characters would be taken for mistakes. */
const safeLine = (text: string): string =>
  oneLine(text)
    .replace(/<(?=[/a-z!])/gi, '< ')
    .replace(/&(?=[a-z\d#]+;)/gi, '& ')
    .replaceAll('{{', '{ {');

/** A name or another line of a file, as it reads: without tags, and with the characters that are named. */
export const readLine = (text: string): string =>
  safeLine(hasTags.test(text) || hasEntities.test(text) ? textOf(parser.parse(text).children) : text);

const line: Element = { type: 'element', tagName: 'hr', properties: {}, children: [] };

/** A text in its lines, without tags and scripts, and with the characters that are named. */
export const readText = (text: string): string =>
  textOf((cleaner.runSync(parser.parse(asHtml(text))) as Root).children)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Reads a description. Parts whose heading is known become fields; everything else stays in the description. */
export function readBody(
  text: string,
  follow: FollowLink = () => undefined,
  fits: FitsField = () => true,
): Body {
  const root = parser.parse(asHtml(text));
  const body: Body = {
    markdown: '',
    benefits: [],
    howToUse: [],
    ingredients: '',
    outside: outsideOf(root.children),
    links: [],
  };
  const shown = cleaner.runSync(root) as Root;
  const rest: Node[] = [];
  let isUnderHeading = false;
  const blocks = paragraphsOf(openDetails(shown.children));
  for (const section of sectionsOf(unwrap(tidy(blocks, follow, body.links)))) {
    const kind = kindOf(section);
    if (kind === 'benefits' || kind === 'howToUse') {
      const items = body[kind].length ? undefined : itemsOf(section);
      if (items && fits(kind, items)) {
        body[kind] = items;
        continue;
      }
    }
    if (kind === 'ingredients' && !body.ingredients) {
      const list = textOf(section.nodes).split('\n').map(safeLine).filter(Boolean).join('\n');
      if (list && fits(kind, list)) {
        body.ingredients = list;
        continue;
      }
    }
    const hasContent = section.nodes.some((node) => textOf([node]).trim());
    // Markdown has no end of a section but a line.
    if (isUnderHeading && !section.heading && hasContent) rest.push(line);
    if (section.heading && kind !== 'description') rest.push(section.heading);
    rest.push(...section.nodes);
    if (section.heading || hasContent) isUnderHeading = Boolean(section.heading);
  }
  body.markdown = markdownOf(rest);
  return body;
}
