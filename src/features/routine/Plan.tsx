import type { Routine } from '#domain/routine/arrange.ts';
import { introduce, lastingOf, startOf } from '#domain/routine/plan.ts';
import type { RoutineData } from '#domain/routine/routine-data.ts';
import { lastsText } from '#domain/routine/wording.ts';
import { formatPrice } from '#lib/money.ts';
import { ItemName } from './DayList.tsx';

type Props = { data: RoutineData; routine: Routine };

/** The first four weeks. */
export function Plan({ data, routine }: Props) {
  const { weeks, later } = introduce(data, routine);
  return (
    <section className="routine-plan" aria-labelledby="plan-title">
      <h3 id="plan-title">Your first four weeks</h3>
      <p className="soft">
        <a href="#patch-test">Patch test first</a>, then one new product a week. What you already use without
        trouble can stay.
      </p>
      <ol className="stack">
        {weeks.map((items, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the week is its place
          <li className="stack gap-3" key={n}>
            <h4>Week {n + 1}</h4>
            <p className="small">
              {items.length || n === 0 ? data.plan[n] : 'Nothing new. Let your skin settle.'}
            </p>
            <ul className="stack gap-2">
              {items.map((item) => (
                <li key={item.id}>
                  <ItemName item={item} />
                  {startOf(data, item).map((start) => (
                    <span className="soft small" key={start}>
                      {start}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {later.length > 0 && (
        <p>
          After that, one a week:{' '}
          {later.map((item, n) => (
            <span key={item.id}>
              {n > 0 && ', '}
              <ItemName item={item} within />
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}

/** How long packs last, and what the routine costs a month. */
export function Lasting({ routine }: Pick<Props, 'routine'>) {
  const lasting = lastingOf(routine);
  if (!lasting.length) return null;
  const sum = lasting.reduce((all, { perMonth }) => all + perMonth, 0);
  return (
    <section className="routine-lasting" aria-labelledby="lasting-title">
      <h3 id="lasting-title">How long it lasts</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">One pack</th>
            <th scope="col">In 30 days</th>
          </tr>
        </thead>
        <tbody>
          {lasting.map(({ item, days, perMonth }) => (
            <tr key={item.id}>
              <th scope="row">
                <ItemName item={item} />
              </th>
              <td>{lastsText(days)}</td>
              <td>{formatPrice(perMonth)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Together
            </th>
            <td>{formatPrice(sum)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="soft small">
        With the amounts and days of this routine, at today’s prices. Sunscreen that you apply again outdoors
        ends sooner. If a pack lasts longer than its label allows after opening, the label counts.
      </p>
    </section>
  );
}
