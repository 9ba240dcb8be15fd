import { setFilters } from '#domain/desk/route.ts';
import { type ReviewView, reviewViews } from '#domain/reviews/views.ts';
import { api, send } from '#lib/api.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { useLoad } from '#ui/useLoad.ts';

type Props = { show: ReviewView; product: string | undefined };

/** The filters of reviews. A retired product can be chosen by a link in one of its reviews. */
export function ReviewFilters({ show, product = '' }: Props) {
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
