import { useState } from 'react';
import type { ProductStatus } from '#domain/catalogue/product-list.ts';
import { hashOf } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { productPath } from '#lib/paths.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';
import { usePages } from '../ui/usePages.ts';
import { Changes } from './Changes.tsx';
import { productIn } from './editor-links.ts';
import { ItemPanel } from './ItemPanel.tsx';
import { statusLabels, statusTones } from './labels.ts';
import type { Product } from './product.ts';

/** What a status means. */
const statusHints: Record<ProductStatus, string> = {
  draft: 'Shoppers see nothing of it.',
  published: 'Shoppers see it and buy it.',
  hidden: 'Who has the link of its page can buy it; nothing lists it from the next build on.',
  retired: 'It is not sold any more. Orders and reviews keep it.',
};

type StatusProps = { product: Product; onChanged: () => void; onConflict: (message: string) => void };

function StatusForm({ product, onChanged, onConflict }: StatusProps) {
  const form = useForm({
    initial: { status: product.status },
    async send({ status }) {
      const answer = await send(
        api.desk.products[':productId'].$post({
          param: { productId: product.id },
          json: { version: product.version, status },
        }),
      );
      if (!answer.ok && answer.code === 'changed') onConflict(answer.message);
      return answer;
    },
    onDone({ message }) {
      toast({ message });
      onChanged();
    },
  });
  const { status } = form.values;
  return (
    <form ref={form.ref} onSubmit={form.onSubmit} className="product-status" aria-label="What is sold">
      <SelectField
        label="Status"
        name="status"
        value={status}
        options={statusLabels}
        onChange={(status) => form.set({ status })}
        error={form.errors.status}
      />
      <button
        type="submit"
        className="button quiet"
        aria-busy={form.busy}
        disabled={status === product.status}
      >
        Save status
      </button>
      <p className="hint">{statusHints[status]}</p>
      {form.problem?.message && (
        <p className="notice error" role="alert">
          {form.problem.message}
        </p>
      )}
    </form>
  );
}

/** One product: what is sold of it, its status, and the history of its changes. */
export default function ProductScreen({ id }: { id: string }) {
  const [conflict, setConflict] = useState('');
  const pages = usePages(
    id,
    (after) => send(api.desk.products[':productId'].$get({ param: { productId: id }, query: { after } })),
    ({ rows }) => rows,
  );
  const product = pages.answer?.product;
  const onChanged = () => {
    setConflict('');
    pages.reload();
  };
  const onConflict = (message: string) => {
    setConflict(message);
    pages.reload();
  };
  return (
    <>
      <p>
        <a href={hashOf({ screen: 'products' })}>← Products</a>
      </p>
      <div className="product-head">
        {product?.picture && <img src={product.picture} alt="" width="88" height="88" />}
        <div>
          <h1>{product?.name ?? 'Product'}</h1>
          {product && (
            <p className="cluster gap-2">
              <StatusBadge tone={statusTones[product.status]}>{statusLabels[product.status]}</StatusBadge>
              {product.publishFrom !== null && product.publishFrom > Date.now() && (
                <span>Sold from {formatDay(product.publishFrom)}</span>
              )}
              {product.items.some(({ stock }) => stock !== null) && (
                <a href={productPath(product.id)}>See it in the shop</a>
              )}
              {product.editor && (
                <a href={productIn(product.editor, product.id)} target="_blank" rel="noopener">
                  Pictures and texts
                </a>
              )}
            </p>
          )}
        </div>
      </div>
      {conflict && (
        <p className="notice error" role="alert">
          {conflict}
        </p>
      )}
      {product && (
        <>
          {!product.mayChange && (
            <p className="notice">
              Prices, sales and the status are changed by operators who may change products and texts.
            </p>
          )}
          {product.items.map((item) => (
            <ItemPanel key={item.id} {...{ product, item, onChanged, onConflict }} />
          ))}
          {product.mayChange && <StatusForm key={product.status} {...{ product, onChanged, onConflict }} />}
          <h2>History</h2>
        </>
      )}
      <Changes pages={pages} onChanged={onChanged} onConflict={onConflict} />
    </>
  );
}
