/** The description of a product: HTML or plain text of another shop, as Markdown and the parts that our shop has fields for. */
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
 * @property outside addresses of pictures, films and frames in the text, which Markdown of the shop does not show
 */
export type Body = {
  markdown: string;
  benefits: string[];
  howToUse: string[];
  ingredients: string;
  outside: string[];
};

type Node = RootContent | ElementContent;

/** Limits of the product's fields: a part that does not fit stays in the description. */
const limits = { benefits: 200, howToUse: 300, items: 12, ingredients: 6000 } as const;

const headingWords: Record<'benefits' | 'howToUse' | 'ingredients' | 'description', RegExp> = {
  benefits:
    /^(key |main |skin |product )?benefits?( and uses)?$|^why (you(’|')?ll|we) love (it|this)$|^what it does$/,
  howToUse:
    /^(how to (use|apply)( it)?|application|directions?( (for|of) use)?|usage|method of use|instructions)$/,
  ingredients:
    /^(full |all |complete |product |list of )?(ingredients?|inci)( list)?$|^composition$|^what(’|')?s in it$/,
  description: /^(product )?(description|overview|details)$/,
};

const blocks = new Set(
  'address article aside blockquote div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul'.split(
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
      return blocks.has(node.tagName) ? `${textOf(node.children)}\n` : textOf(node.children);
    })
    .join('');
}

/** Blocks without the boxes around them, which only lay the old page out. */
function unwrap(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] =>
    isElement(node) &&
    wrappers.has(node.tagName) &&
    node.children.some(
      (child) => isElement(child) && (blocks.has(child.tagName) || wrappers.has(child.tagName)),
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

function sectionsOf(nodes: readonly Node[]): Section[] {
  const sections: Section[] = [{ words: '', nodes: [] }];
  for (const node of nodes) {
    const words = headingOf(node);
    if (words === undefined) sections.at(-1)?.nodes.push(node);
    else sections.push({ heading: node, words, nodes: [] });
  }
  return sections;
}

const kindOf = ({ words }: Section): keyof typeof headingWords | undefined => {
  const plain = words.toLowerCase().replace(/[:：.\s]+$/, '');
  return (Object.keys(headingWords) as (keyof typeof headingWords)[]).find((kind) =>
    headingWords[kind].test(plain),
  );
};

/** The items of a section that is one list, or lines of text; undefined where it is anything else. */
function itemsOf({ nodes }: Section, max: number): string[] | undefined {
  const shown = nodes.filter((node) => isElement(node) || (node.type === 'text' && node.value.trim()));
  const lists = shown.filter((node) => isElement(node) && ['ul', 'ol'].includes(node.tagName)) as Element[];
  const items =
    lists.length && lists.length === shown.filter((node) => textOf([node]).trim()).length
      ? lists.flatMap((list) => list.children.filter(isElement).map((item) => oneLine(textOf([item]))))
      : textOf(shown).split('\n').map(oneLine);
  const filled = items.filter(Boolean);
  return filled.length && filled.length <= limits.items && filled.every((item) => item.length <= max)
    ? filled
    : undefined;
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

/** Without empty paragraphs, which only make room, and with the words alone of links that lead nowhere. */
const tidy = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node];
    const children = tidy(node.children) as ElementContent[];
    if (node.tagName === 'a' && !node.properties.href) return children;
    return node.tagName === 'p' && !textOf(children).trim() ? [] : [{ ...node, children }];
  });

const markdownOf = (nodes: readonly Node[]): string =>
  writer.stringify(writer.runSync({ type: 'root', children: lower(tidy(nodes)) } as Root) as never).trim();

/** Plain text has paragraphs between empty lines. */
const asHtml = (text: string): string =>
  /<[a-z!/][^<>]*>/i.test(text)
    ? text
    : text
        .split(/\n\s*\n/)
        .map(
          (part) =>
            `<p>${part.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`,
        )
        .join('');

/** Reads a description. Parts whose heading is known become fields; everything else stays in the description. */
export function readBody(text: string): Body {
  const root = parser.parse(asHtml(text));
  const body: Body = {
    markdown: '',
    benefits: [],
    howToUse: [],
    ingredients: '',
    outside: outsideOf(root.children),
  };
  const shown = cleaner.runSync(root) as Root;
  const rest: Node[] = [];
  for (const section of sectionsOf(unwrap(shown.children))) {
    const kind = kindOf(section);
    if (kind === 'benefits' || kind === 'howToUse') {
      const items = body[kind].length ? undefined : itemsOf(section, limits[kind]);
      if (items) {
        body[kind] = items;
        continue;
      }
    }
    if (kind === 'ingredients' && !body.ingredients) {
      const list = textOf(section.nodes).split('\n').map(oneLine).filter(Boolean).join('\n');
      if (list && list.length <= limits.ingredients) {
        body.ingredients = list;
        continue;
      }
    }
    if (section.heading && kind !== 'description') rest.push(section.heading);
    rest.push(...section.nodes);
  }
  body.markdown = markdownOf(rest);
  return body;
}
