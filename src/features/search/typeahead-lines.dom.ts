/** The lines of the suggestions (typeahead.dom.ts). */
import { formatPrice } from '#lib/money.ts';
import { paths, productPath, productThumbnail } from '#lib/paths.ts';
import type { Suggestion } from './typeahead.ts';

/** Line icons, 24 px. */
const icons = {
  recent: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
  popular: 'm4 17 5.5-5.5 3.5 3.5L20 8m-5 0h5v5',
  search: 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6Zm5-1.8 4.7 4.7',
  article: 'M6 3.5h8.5L18 7v13.5H6zM9 11h6m-6 4h6',
  service:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.6 9.5a2.4 2.4 0 1 1 3.4 2.2c-.7.4-1 .8-1 1.6m0 2.5v.2',
  answer: 'M4 5h16v11.5h-8.5L7.5 20v-3.5H4z',
  remove: 'm7.5 7.5 9 9m0-9-9 9',
};

function iconOf(name: keyof typeof icons): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.ariaHidden = 'true';
  const path = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'));
  path.setAttribute('d', icons[name]);
  return svg;
}

const textOf = (tag: string, text: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent: text });

function pictureOf(id: string): HTMLImageElement {
  const picture = document.createElement('img');
  return Object.assign(picture, { width: 40, height: 40, alt: '', src: productThumbnail(id) });
}

const hrefOf = (one: Suggestion): string => {
  if (one.kind === 'product') return productPath(one.id);
  return 'url' in one ? one.url : paths.search({ q: one.q });
};

const hintOf = (one: Suggestion): string =>
  one.kind === 'product'
    ? formatPrice(one.price)
    : { article: 'Journal', answer: 'Answer', service: 'Help', popular: 'Popular', recent: '', search: '' }[
        one.kind
      ];

/**
 * A line of the list: a link, so that it also opens in another tab.
 * @param onRemove called when a recent search is to be removed; by keyboard, Delete does the same
 */
export function lineOf(one: Suggestion, onRemove: () => void): HTMLElement {
  const line = document.createElement('a');
  line.href = hrefOf(one);
  line.replaceChildren(
    one.kind === 'product' ? pictureOf(one.id) : iconOf(one.kind),
    textOf('span', one.label),
    textOf('small', hintOf(one)),
  );
  if (one.kind === 'recent') {
    const remove = line.appendChild(document.createElement('i'));
    remove.appendChild(iconOf('remove'));
    remove.ariaHidden = 'true';
    remove.addEventListener('click', (event) => {
      event.preventDefault();
      event.stopPropagation();
      onRemove();
    });
  }
  return line;
}
