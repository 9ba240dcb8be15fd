import { productViews } from '#domain/catalogue/product-views.ts';
import { hashOf, type Route } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatPrice } from '#lib/money.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { DeskList } from '../ui/DeskList.tsx';
import { newProductIn } from './editor-links.ts';
import { statusLabels, statusTones } from './labels.ts';
import './products.css';

/** A product is loaded when it is opened. */
const ProductScreen = lazyComponent(() => import('./ProductScreen.tsx'));

/** All products, drafts too. */
const ProductList = ({ route }: { route: Route }) => (
  <DeskList
    route={route}
    title="Products"
    search="Name, id, SKU or barcode"
    views={{ param: 'show', options: productViews }}
    load={({ view: show, q, after }) => send(api.desk.products.$get({ query: { show, q, after } }))}
    intro={() => (
      <p className="soft">
        Prices, sales and what is sold. Texts and pictures are changed in the editor, pieces under{' '}
        <a href={hashOf({ screen: 'stock' })}>Stock</a>; many prices at once by{' '}
        <a href={hashOf({ screen: 'stock', params: { list: 'products' } })}>a list</a>.
      </p>
    )}
    tools={({ answer }) =>
      answer?.editor && (
        <a className="button small" href={newProductIn(answer.editor)} target="_blank" rel="noopener">
          New product
        </a>
      )
    }
    empty={({ view, q }) =>
      q
        ? 'No product matches.'
        : view === 'open'
          ? 'Nothing has been changed since the pages were built.'
          : 'There are no products here.'
    }
    columns={[
      [
        'Product',
        ({ id, name, picture, count }) => (
          <a className="product-name" href={hashOf({ screen: 'products', id })}>
            {picture ? (
              <img src={picture} alt="" width="44" height="44" loading="lazy" />
            ) : (
              <span className="product-no-picture" aria-hidden="true" />
            )}
            <span>
              {name}
              {count > 1 && <span className="desk-second">{count} sizes or shades</span>}
            </span>
          </a>
        ),
      ],
      ['Price', ({ price, varies }) => `${varies ? 'from ' : ''}${formatPrice(price)}`, 'number'],
      ['MRP', ({ originalPrice }) => (originalPrice === null ? '–' : formatPrice(originalPrice)), 'number'],
      ['In stock', ({ stock, status }) => (status === 'draft' ? '–' : (stock ?? 'Not counted')), 'number'],
      [
        'State',
        ({ status, paused, isOpen }) => (
          <span className="cluster gap-2">
            <StatusBadge tone={statusTones[status]}>{statusLabels[status]}</StatusBadge>
            {paused > 0 && <StatusBadge tone="ended">Paused</StatusBadge>}
            {isOpen && <StatusBadge tone="moving">Changed</StatusBadge>}
          </span>
        ),
      ],
    ]}
  />
);

/** The products of the shop, or one of them. */
export default function Products({ route }: { route: Route }) {
  return route.id ? <ProductScreen id={route.id} /> : <ProductList route={route} />;
}
