import type { Routine } from '#domain/routine/arrange.ts';
import type { RoutineData } from '#domain/routine/routine-data.ts';
import type { SkinProfile } from '#domain/skin/profile.ts';
import { shareAddress } from '#ui/share.dom.ts';
import { AddAll } from './AddAll.tsx';
import { DayList } from './DayList.tsx';
import { MissingOffers } from './MissingOffers.tsx';
import { Apart, Care } from './Notes.tsx';
import { Lasting, Plan } from './Plan.tsx';

type Props = {
  /** Undefined while they load. */
  data: RoutineData | undefined;
  routine: Routine | undefined;
  wants: ReadonlySet<string>;
  profile: SkinProfile;
  failure: string | undefined;
  busy: boolean;
  onRetry: () => void;
  /** Adds a product to the routine. */
  onAdd: (id: string) => void;
  onClear: () => void;
};

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Says the result to a screen reader. */
const summaryOf = ({ morning, evening, conflicts }: Routine): string =>
  `${count(morning.length, 'product', 'products')} in the morning, ${count(evening.length, 'product', 'products')} in the evening. ${conflicts.length ? `Kept apart: ${count(conflicts.length, 'pair', 'pairs')}.` : ''}`;

/** The routine of what was chosen, and what follows from it. */
export function RoutineResult({
  data,
  routine,
  wants,
  profile,
  failure,
  busy,
  onRetry,
  onAdd,
  onClear,
}: Props) {
  if (failure)
    return (
      <div className="notice error planner-wait" role="alert">
        <p>{failure}</p>
        <button type="button" className="button small" aria-busy={busy} onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  if (!data || !routine)
    return (
      <p className="planner-wait soft" role="status">
        Loading the rules…
      </p>
    );
  const isEmpty = !routine.morning.length && !routine.evening.length;
  if (isEmpty && !wants.size)
    return (
      <p className="planner-wait soft" role="status">
        Choose a product or something to improve, and your routine appears here.
      </p>
    );
  return (
    <section className="routine-result stack" aria-labelledby="routine-title">
      <div className="routine-result-head split">
        <h2 id="routine-title" tabIndex={-1}>
          Your routine
        </h2>
        <div className="actions">
          {!isEmpty && (
            <>
              <AddAll routine={routine} />
              <button
                type="button"
                className="button quiet small"
                onClick={() => void shareAddress('My skincare routine', location.href)}
              >
                Share
              </button>
              <button type="button" className="button quiet small" onClick={() => print()}>
                Print
              </button>
            </>
          )}
          <button type="button" className="button plain small" onClick={onClear}>
            Start again
          </button>
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {summaryOf(routine)}
      </p>
      {!isEmpty && (
        <>
          <div className="routine-days stack gap-6">
            <DayList time="morning" {...{ data, routine, wants }} pregnancy={profile.pregnancy} />
            <DayList time="evening" {...{ data, routine, wants }} pregnancy={profile.pregnancy} />
          </div>
          <Apart data={data} routine={routine} />
          <Care data={data} routine={routine} pregnancy={profile.pregnancy} />
        </>
      )}
      <MissingOffers {...{ data, routine, onAdd }} wants={[...wants]} skin={profile.type} />
      {!isEmpty && (
        <>
          <Plan data={data} routine={routine} />
          <Lasting routine={routine} />
        </>
      )}
    </section>
  );
}
