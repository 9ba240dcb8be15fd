import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fragment, jsx } from './jsx-runtime.ts';

const html = (node: ReactNode): string => renderToStaticMarkup(node);
const p = (...children: ReactNode[]) => jsx('p', { children });
const b = (text: string | number) => jsx('b', { children: text }, text);

test.each<[string, ReactNode, string]>([
  ['texts alone are one text', p('Total ', 5, false, ' pieces'), '<p>Total 5 pieces</p>'],
  [
    'text beside an element has its own',
    p('Total ', b(5), '.'),
    '<p><t-t>Total </t-t><b>5</b><t-t>.</t-t></p>',
  ],
  ['a space between elements has none', p(b('A'), ' ', b('B')), '<p><b>A</b> <b>B</b></p>'],
  ['also where the element is missing', p(null, 'Sold out'), '<p>Sold out</p>'],
  ['also in lists', p('A', [jsx('i', {}, 'i'), 'B', 'C']), '<p><t-t>A</t-t><i></i><t-t>BC</t-t></p>'],
  ['also in fragments', jsx('p', { children: jsx(Fragment, { children: 'A' }) }), '<p><t-t>A</t-t></p>'],
  ['an option has text only', jsx('option', { children: ['A', ' ', 'B'] }), '<option>A B</option>'],
  ['amounts are not translated', jsx('dd', { children: '₹1,198.00' }), '<dd translate="no">₹1,198.00</dd>'],
  [
    'order numbers neither',
    p('Order ', b('ORD-123456')),
    '<p><t-t>Order </t-t><b translate="no">ORD-123456</b></p>',
  ],
  [
    'components get what they were given',
    createElement(({ children }: { children: ReactNode }) => p(children, jsx('br', {}, 1)), null, 'A'),
    '<p><t-t>A</t-t><br/></p>',
  ],
])('%s', (_, node, expected) => expect(html(node)).toBe(expected));
