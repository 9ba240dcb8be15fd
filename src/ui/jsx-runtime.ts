/**
 * What React calls for each element of our components: tools/astro/react-pages.ts puts it in the place of
 * react/jsx-runtime. A browser that translates a page replaces the text nodes that React has made. Then React changes
 * nodes that are no longer on the page, which nobody sees, and fails when it removes one.
 *
 * Therefore no text of a component stands beside an element. Texts that follow each other are one; where an element holds
 * text and elements, each text is in a `<t-t>` of its own. It is an inline element as a `<span>` is: Firefox ignores
 * touches of text in an element without a box (`display: contents`), so a tap on a button's words did nothing. If an
 * element holds only text, React replaces its whole content, also after a translation.
 */
import type { Key, ReactNode } from 'react';
import { jsx as create, Fragment } from 'react/jsx-runtime';

type Type = Parameters<typeof create>[0];
type Props = { children?: ReactNode | readonly ReactNode[]; [name: string]: unknown };

const isText = (child: unknown): child is string | number =>
  (typeof child === 'string' && child !== '') || typeof child === 'number';

/** Joins texts that follow each other. All children keep their places, by which React knows them. */
function join(children: readonly ReactNode[]): ReactNode[] {
  const all: ReactNode[] = [];
  let open: number | undefined;
  for (const child of children) {
    if (isText(child) && open !== undefined) {
      all[open] = `${all[open]}${child}`;
      all.push(null);
      continue;
    }
    if (isText(child)) open = all.length;
    else if (typeof child === 'object' && child) open = undefined;
    all.push(Array.isArray(child) ? separate(child) : child);
  }
  return all;
}

/** Amounts, order numbers, phone numbers and addresses of emails stay as they are. */
const untranslated = /^(₹[\d,.]+|ORD-\d+|\+?[\d ]{8,}|\S+@\S+)$/;

/** Props of an element that holds this text alone. A page that was translated before React came keeps its words. */
const textProps = (text: string | number): Props => ({
  children: text,
  suppressHydrationWarning: true,
  ...(untranslated.test(`${text}`) && { translate: 'no' }),
});

/** A space alone is not translated, and an element around it would be a cell of a grid. */
const hasWords = (child: unknown): child is string | number => isText(child) && /\S/.test(`${child}`);

const textElement = (child: ReactNode, place: Key): ReactNode =>
  hasWords(child) ? create('t-t' as 'span', textProps(child), `t${place}`) : child;

const separate = (children: readonly ReactNode[]): ReactNode[] => join(children).map(textElement);

function withTexts(type: Type, props: Props): Props {
  const { children } = props;
  if (type === Fragment)
    return { children: Array.isArray(children) ? separate(children) : textElement(children as ReactNode, 0) };
  if (typeof type !== 'string') return props;
  if (isText(children)) return { ...props, ...textProps(children) };
  if (!Array.isArray(children)) return props;
  const all = join(children);
  const [first, ...others] = all.filter((child) => isText(child) || (typeof child === 'object' && child));
  return {
    ...props,
    ...(isText(first) && !others.length ? textProps(first) : { children: all.map(textElement) }),
  };
}

export const jsx = (type: Type, props: Props, key?: Key) => create(type, withTexts(type, props), key);
export { Fragment, jsx as jsxs };
