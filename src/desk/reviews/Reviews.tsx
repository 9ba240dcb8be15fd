import { useState } from 'react';
import { type Route, setFilters, viewOf } from '#domain/desk/route.ts';
import { type ReviewView, reviewViews } from '#domain/reviews/views.ts';
import { api, send } from '#lib/api.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { useLoad } from '#ui/useLoad.ts';
import type { Review } from '../answers.ts';
import { List } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';
import { ReviewDialog, type ReviewStep } from './ReviewDialog.tsx';
import { ReviewRow } from './ReviewRow.tsx';
import './reviews.css';

/** Reviews, newest first. A review that was just changed stays in the list, so that a mistake can be undone. */
export default function Reviews({ route: { params } }: { route: Route }) {
  const show = viewOf(reviewViews, params.show);
  const product = params.product || undefined;
  const [selected, setSelected] = useState<{ review: Review; step: ReviewStep }>();
  const [newer, setNewer] = useState<Record<string, Review>>({});
  const pages = usePages(
    `${show} ${product}`,
    (after) => send(api.desk.reviews.$get({ query: { show, product, after } })),
    ({ reviews }) => reviews,
  );
  /** The later of what the list has and what a step has answered. */
  const now = (review: Review): Review => {
    const changed = newer[review._id];
    return changed && changed.version >= review.version ? changed : review;
  };
  const change = (review: Review) => setNewer((before) => ({ ...before, [review._id]: review }));
  return (
    <>
      <h1>Reviews</h1>
      <ReviewFilters show={show} product={product} />
      <List pages={pages} empty="No review matches.">
        {(rows) => (
          <ul className="desk-reviews">
            {rows.map((row) => (
              <ReviewRow
                key={row._id}
                review={now(row)}
                onSelect={(step) => setSelected({ review: row, step })}
                onChange={change}
              />
            ))}
          </ul>
        )}
      </List>
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

type FilterProps = { show: ReviewView; product: string | undefined };

/** The filters of reviews. A retired product can be chosen by a link in one of its reviews. */
function ReviewFilters({ show, product = '' }: FilterProps) {
  const { load } = useLoad('products', () => send(api.product.list.$get({ query: {} })));
  const sold = load.state === 'ready' ? load.data.products : [];
  const names = Object.fromEntries(sold.map(({ _id, name }) => [_id, name]));
  return (
    <div className="desk-tools">
      <SelectField
        label="Show"
        name="show"
        value={show}
        options={reviewViews}
        onChange={(next) => setFilters('reviews', { show: next })}
      />
      <SelectField
        label="Product"
        name="product"
        value={product}
        options={{ '': 'All products', ...(product && { [product]: product }), ...names }}
        onChange={(next) => setFilters('reviews', { product: next })}
      />
    </div>
  );
}
