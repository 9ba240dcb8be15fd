import { useState } from 'react';
import { type Route, setFilters } from '#domain/desk/route.ts';
import { reviewViews } from '#domain/reviews/views.ts';
import { api, send } from '#lib/api.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { useLoad } from '#ui/useLoad.ts';
import type { Review } from '../answers.ts';
import { DeskList } from '../ui/DeskList.tsx';
import { ReviewDialog, type ReviewStep } from './ReviewDialog.tsx';
import { ReviewRow } from './ReviewRow.tsx';
import './reviews.css';

/** Reviews, newest first. A review that was just changed stays in the list, so that a mistake can be undone. */
export default function Reviews({ route }: { route: Route }) {
  const product = route.params.product || undefined;
  const [newer, setNewer] = useState<Record<string, Review>>({});
  /** The later of what the list has and what a step has answered. */
  const now = (review: Review): Review => {
    const changed = newer[review.id];
    return changed && changed.version >= review.version ? changed : review;
  };
  const change = (review: Review) => setNewer((before) => ({ ...before, [review.id]: review }));
  const [selected, setSelected] = useState<{ review: Review; step: ReviewStep }>();
  return (
    <>
      <DeskList
        route={route}
        title="Reviews"
        views={{ param: 'show', options: reviewViews }}
        tools={() => <ProductField product={product} />}
        load={({ view: show, after }) => send(api.desk.reviews.$get({ query: { show, product, after } }))}
        empty="No review matches."
      >
        {(rows) => (
          <ul className="desk-reviews">
            {rows.map((row) => (
              <ReviewRow
                key={row.id}
                review={now(row)}
                onSelect={(step) => setSelected({ review: row, step })}
                onChange={change}
              />
            ))}
          </ul>
        )}
      </DeskList>
      {selected && (
        <ReviewDialog
          review={now(selected.review)}
          step={selected.step}
          onClose={() => setSelected(undefined)}
          onChange={change}
        />
      )}
    </>
  );
}

/** The filter by product. A retired product can be chosen by a link in one of its reviews. */
function ProductField({ product = '' }: { product: string | undefined }) {
  const { load } = useLoad('products', () => send(api.product.list.$get({ query: {} })));
  const sold = load.state === 'ready' ? load.data.products : [];
  const names = Object.fromEntries(sold.map(({ _id, name }) => [_id, name]));
  return (
    <SelectField
      label="Product"
      name="product"
      value={product}
      options={{ '': 'All products', ...(product && { [product]: product }), ...names }}
      onChange={(next) => setFilters('reviews', { product: next })}
    />
  );
}
