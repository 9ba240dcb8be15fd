import type { Routine } from '#domain/routine/arrange.ts';
import { missingOf } from '#domain/routine/plan.ts';
import type { RoutineData } from '#domain/routine/routine-data.ts';
import { formatPrice } from '#lib/money.ts';
import { productThumbnail } from '#lib/paths.ts';
import { ItemName } from './DayList.tsx';

type Props = {
  data: RoutineData;
  routine: Routine;
  wants: readonly string[];
  skin: string | undefined;
  /** Adds a product to the routine, not to the cart. */
  onAdd: (id: string) => void;
};

/** What nothing in the routine does yet, with products for it. Nothing is added by itself. */
export function MissingOffers({ data, routine, wants, skin, onAdd }: Props) {
  const missing = missingOf(data, routine, wants, skin).filter(({ offers }) => offers.length);
  if (!missing.length) return null;
  return (
    <section className="routine-missing" aria-labelledby="missing-title">
      <h3 id="missing-title">Not in your routine yet</h3>
      <p className="soft">
        Only if you want it. If you have something that does it, choose it above instead.
      </p>
      <ul className="stack">
        {missing.map(({ kind, id, label, offers }) => (
          <li key={`${kind} ${id}`}>
            <h4>{kind === 'want' ? `For ${label}` : label}</h4>
            <ul className="stack gap-3">
              {offers.map((item) => (
                <li className="routine-offer" key={item.id}>
                  <img src={productThumbnail(item.id)} alt="" width="160" height="160" loading="lazy" />
                  <p>
                    <ItemName item={item} />
                    <span className="soft">{formatPrice(item.product?.price ?? 0)}</span>
                  </p>
                  <div className="actions">
                    <button
                      type="button"
                      className="button quiet small"
                      aria-label={`Plan with it: ${item.name}`}
                      onClick={() => onAdd(item.id)}
                    >
                      Plan with it
                    </button>
                    <button
                      type="button"
                      className="button small"
                      aria-label={`Add to cart ${item.name}`}
                      data-add-to-cart={item.id}
                      data-name={item.name}
                    >
                      Add to cart
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
