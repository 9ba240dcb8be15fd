import type { Conflict, Routine } from '#domain/routine/arrange.ts';
import { asksDoctor, itemsIn } from '#domain/routine/plan.ts';
import type { RoutineData } from '#domain/routine/routine-data.ts';
import { solutionNames, whenText } from '#domain/routine/wording.ts';
import { capitalized } from '#lib/capitalized.ts';
import { ItemName } from './DayList.tsx';
import { SourceList } from './SourceList.tsx';

type Props = { data: RoutineData; routine: Routine };

/** Where a statement comes from, and how sure it is. */
function Because({ data, of }: { data: RoutineData; of: Pick<Conflict['rule'], 'evidence' | 'sources'> }) {
  return (
    <p className="routine-because">
      <span className="badge">{of.evidence}</span> {data.evidence[of.evidence]}{' '}
      <SourceList sources={data.sources} ids={of.sources} />
    </p>
  );
}

/** The conflicts of each rule and solution, which are shown together. */
function byRule(conflicts: readonly Conflict[]): Conflict[][] {
  const groups: Conflict[][] = [];
  for (const one of conflicts) {
    const group = groups.find(([first]) => first?.rule === one.rule && first.solution === one.solution);
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Every conflict, with its solution and the reason for it. */
export function Apart({ data, routine }: Props) {
  if (!routine.conflicts.length) return null;
  return (
    <section className="routine-apart" aria-labelledby="apart-title">
      <h3 id="apart-title">Kept apart</h3>
      <ul className="stack">
        {byRule(routine.conflicts).map((conflicts) => {
          const [{ rule, solution }] = conflicts as [Conflict];
          const items = [...new Set(conflicts.flatMap(({ first, second }) => [first, second]))];
          return (
            <li className="stack gap-2" key={`${rule.id} ${solution}`}>
              <h4>{solutionNames[solution]}</h4>
              <p>{data.solutions[solution]}</p>
              <ul className="routine-apart-items stack gap-1">
                {items.map((item) => (
                  <li key={item.id}>
                    <ItemName item={item} /> <span className="soft">{whenText(routine, item)}</span>
                  </li>
                ))}
              </ul>
              <p>
                <strong>Why:</strong> {rule.reason}
              </p>
              <Because data={data} of={rule} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What to know about single products, also in pregnancy. */
export function Care({ data, routine, pregnancy }: Props & { pregnancy: boolean }) {
  const items = itemsIn(routine);
  const notes = data.care.flatMap((rule) => {
    const about = items.filter(({ actives }) => actives.some((one) => rule.actives.includes(one)));
    return about.length ? [{ rule, about }] : [];
  });
  const asked = pregnancy ? items.filter((item) => asksDoctor(data, item)) : [];
  if (!notes.length && !asked.length) return null;
  return (
    <section className="routine-apart" aria-labelledby="care-title">
      <h3 id="care-title">Good to know</h3>
      <ul className="stack">
        {asked.length > 0 && (
          <li className="stack gap-2">
            <h4>{asked.map(({ name }) => capitalized(name)).join(', ')}</h4>
            <p>{data.pregnancy.text}</p>
            <Because data={data} of={{ evidence: 'limited', sources: data.pregnancy.sources }} />
          </li>
        )}
        {notes.map(({ rule, about }) => (
          <li className="stack gap-2" key={rule.id}>
            <h4>{about.map(({ name }) => capitalized(name)).join(', ')}</h4>
            <p>{rule.reason}</p>
            <Because data={data} of={rule} />
          </li>
        ))}
      </ul>
    </section>
  );
}
