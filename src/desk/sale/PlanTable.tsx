import {
  carrierShare,
  hoursUnshipped,
  type Plan,
  type PlannedLimit,
  peakFactor,
  providerLimits,
  requestsPerVisit,
} from '#domain/sale-day/plan.ts';
import { Table } from '../ui/Table.tsx';

const inIndian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

const bindsText = ({ binds, has }: PlannedLimit) =>
  binds ? <span className="badge">binds</span> : has === null ? 'not known' : 'no';

/** Each limit, and what the sale needs of it. */
export function PlanTable({ plan }: { plan: Plan }) {
  const { perHour, perMinute, perSecond, limits } = plan;
  const binding = limits.filter(({ binds }) => binds).length;
  return (
    <>
      <p className="desk-text">
        <strong>
          {inIndian.format(perHour)} {perHour === 1 ? 'order' : 'orders'} in the busiest hour
        </strong>
        , {inIndian.format(perMinute)} a minute, {inIndian.format(perSecond)} a second in its busiest minute.{' '}
        {binding === 0
          ? 'No limit binds.'
          : `${binding} ${binding === 1 ? 'limit binds' : 'limits bind'}: what is above it is refused or waits.`}
      </p>
      <Table
        className="desk-plan"
        rows={[...limits].sort((a, b) => Number(b.binds) - Number(a.binds))}
        keyOf={({ name }) => name}
        columns={[
          [
            'Limit',
            ({ name, unit }) => (
              <>
                {name} <span className="soft small">{unit}</span>
              </>
            ),
          ],
          ['Is', ({ has }) => (has === null ? 'not published' : inIndian.format(has)), 'number'],
          ['Needed', ({ needs }) => inIndian.format(needs), 'number'],
          ['Binds', bindsText],
          ['What changes it', ({ change, binds }) => <span className={binds ? '' : 'soft'}>{change}</span>],
        ]}
      />
      <p className="soft small desk-text">
        Assumed: the busiest minute has {peakFactor} times the orders of the mean, an address of a carrier
        brings {100 * carrierShare}% of the visits, a visit makes {requestsPerVisit} requests, cash orders are
        shipped after {hoursUnshipped} such hours, and the orders are spread evenly over the pieces: a product
        that sells faster meets its share earlier. Published limits:{' '}
        {Object.values(providerLimits).map(({ name, source }, n) => (
          <span key={name}>
            {n > 0 && ', '}
            <a href={source} rel="noreferrer">
              {name}
            </a>
          </span>
        ))}
        .
      </p>
    </>
  );
}
