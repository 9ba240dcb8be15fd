import { api, send } from '#lib/api.ts';
import { useLoad } from '#ui/useLoad.ts';
import { type ReviewView, reviewViews } from '../reviews.ts';
import { goTo } from '../route.ts';
import { Choice } from '../ui/Choice.tsx';

type Props = { show: ReviewView; product: string | undefined };

/** Which reviews. Products that are no longer sold are reached from a review of theirs. */
export function ReviewFilters({ show, product = '' }: Props) {
  const { load } = useLoad('products', () => send(api.product.list.$get({ query: {} })));
  const sold = load.state === 'ready' ? load.data.products : [];
  const names = Object.fromEntries(sold.map(({ _id, name }) => [_id, name]));
  const choose = (params: Record<string, string>) =>
    goTo({ screen: 'reviews', params: { show, product, ...params } });
  return (
    <div className="desk-tools">
      <Choice
        label="Show"
        name="show"
        value={show}
        options={reviewViews}
        onChange={(next) => choose({ show: next })}
      />
      <Choice
        label="Product"
        name="product"
        value={product}
        options={{ '': 'Every product', ...(product && { [product]: product }), ...names }}
        onChange={(next) => choose({ product: next })}
      />
    </div>
  );
}
