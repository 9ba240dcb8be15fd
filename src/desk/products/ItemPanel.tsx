import { useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { type Sale, saleAt } from '#domain/pricing/sale.ts';
import { formatCodes } from '#domain/stock/items.ts';
import { api } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { AdjustStockDialog } from '../stock/AdjustStockDialog.tsx';
import { PauseDialog } from '../stock/PauseDialog.tsx';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import { ItemForm } from './ItemForm.tsx';
import type { Product, ProductItem } from './product.ts';
import { SaleDialog } from './SaleDialog.tsx';

/** `Diwali: 20% off, ₹479.20, 1 Nov 2026 to 8 Nov 2026` */
function saleText(sale: Sale, price: number): string {
  const amount = saleAt({ price, sales: [sale] }, sale.from)?.price ?? price;
  const off = 'percent' in sale ? `${sale.percent}% off, ` : '';
  return `${sale.name}: ${off}${formatPrice(amount)}, ${formatDay(sale.from)} to ${formatDay(sale.until - 1)}`;
}

type Props = {
  product: Product;
  item: ProductItem;
  onChanged: () => void;
  onConflict: (message: string) => void;
};

/** What is sold, with its price, its sale, its stock and its pause. */
export function ItemPanel({ product, item, onChanged, onConflict }: Props) {
  const [asking, setAsking] = useState<'sale' | 'endSale' | 'stock' | 'selling'>();
  const ends = { onClose: () => setAsking(undefined), onChanged };
  const name = item.label ? `${product.name}, ${item.label}` : product.name;
  const sale = item.sale && item.sale.until > Date.now() ? item.sale : null;
  const isSold = item.stock !== null;
  const stocked = { id: item.id, name, stock: item.stock ?? 0 };
  return (
    <section className="product-item stack gap-3" aria-label={name}>
      {item.label && (
        <div>
          <h2>{item.label}</h2>
          <span className="desk-second">{formatCodes(item) || item.id}</span>
        </div>
      )}
      {product.mayChange ? (
        <ItemForm key={`${item.price} ${item.originalPrice}`} {...{ product, item, onChanged, onConflict }} />
      ) : (
        <p>
          {formatPrice(item.price)}
          {item.originalPrice !== null && `, MRP ${formatPrice(item.originalPrice)}`}
        </p>
      )}
      <div className="product-line">
        <p>
          {sale ? saleText(sale, item.price) : 'No sale of its own.'}
          {item.otherSales
            .filter(({ until }) => until > Date.now())
            .map((one) => (
              <span className="desk-second" key={`${one.name} ${one.from}`}>
                Also in {saleText(one, item.price)}
              </span>
            ))}
        </p>
        {product.mayChange && (
          <span className="cluster gap-2">
            <button type="button" className="button quiet small" onClick={() => setAsking('sale')}>
              {sale ? 'Change sale' : 'Set a sale'}
            </button>
            {sale && (
              <button type="button" className="button quiet small" onClick={() => setAsking('endSale')}>
                Take off
              </button>
            )}
          </span>
        )}
      </div>
      {isSold && (
        <div className="product-line">
          <p>
            <a href={hashOf({ screen: 'stock', id: item.id })}>
              {item.tracked ? `${item.stock} in stock` : 'Always in stock'}
            </a>{' '}
            {item.paused !== null && <StatusBadge tone="ended">Paused</StatusBadge>}
            {item.paused !== null && <span className="desk-second">Shoppers read: {item.paused}</span>}
          </p>
          <span className="cluster gap-2">
            {!item.isKit && item.tracked && (
              <button type="button" className="button quiet small" onClick={() => setAsking('stock')}>
                Adjust stock
              </button>
            )}
            {!item.retired && (
              <button type="button" className="button quiet small" onClick={() => setAsking('selling')}>
                {item.paused === null ? 'Pause selling' : 'Resume selling'}
              </button>
            )}
          </span>
        </div>
      )}
      {asking === 'sale' && <SaleDialog {...{ product, item }} {...ends} />}
      {asking === 'endSale' && sale && (
        <ActionDialog
          {...ends}
          title={`Take ${name} off the sale?`}
          action="Take off"
          call={api.desk.products[':productId'].$post}
          input={{
            param: { productId: product.id },
            json: { version: product.version, items: [{ id: item.id, sale: null }] },
          }}
        >
          <p>
            {saleText(sale, item.price)}. From now on it costs {formatPrice(item.price)}.
          </p>
        </ActionDialog>
      )}
      {asking === 'stock' && <AdjustStockDialog product={stocked} {...ends} />}
      {asking === 'selling' && <PauseDialog product={{ ...stocked, paused: item.paused }} {...ends} />}
    </section>
  );
}
