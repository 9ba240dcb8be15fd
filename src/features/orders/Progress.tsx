import { completedSteps, progressSteps } from '#domain/orders/order.ts';
import { formatDay } from '#lib/dates.ts';

/** @property waits for its buyer's confirmation: no step is done @property times when each step was made, ISO 8601 UTC; null if it was not, or nobody knows */
type Props = { status: string; waits?: boolean; times?: readonly (string | null)[] };

/** The five steps of a parcel. Texts say which ones are done, for shoppers who do not see the colour. */
export function Progress({ status, waits = false, times = [] }: Props) {
  const done = waits ? 0 : completedSteps(status);
  return (
    <ol className="order-progress stack" aria-label="Progress of the order">
      {progressSteps.map((step, index) => {
        const complete = index < done;
        const at = times[index];
        return (
          <li
            key={step}
            data-complete={complete || undefined}
            aria-current={index === done - 1 ? 'step' : undefined}
          >
            <span className="progress-mark" aria-hidden="true">
              {complete ? (
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M3.5 8.5l3 3 6-7" />
                </svg>
              ) : (
                index + 1
              )}
            </span>
            <span>
              {step}
              {at && <time dateTime={at}>{formatDay(at)}</time>}
            </span>
            <span className="visually-hidden">{complete ? ' (complete)' : ' (not yet)'}</span>
          </li>
        );
      })}
    </ol>
  );
}
