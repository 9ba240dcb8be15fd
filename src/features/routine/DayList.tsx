import type { Routine, Slot } from '#domain/routine/arrange.ts';
import { asksDoctor } from '#domain/routine/plan.ts';
import type { Time } from '#domain/routine/routine-constants.ts';
import type { RoutineData, RoutineItem } from '#domain/routine/routine-data.ts';
import { dayText } from '#domain/routine/wording.ts';
import { capitalized } from '#lib/capitalized.ts';
import { productPath, productThumbnail } from '#lib/paths.ts';

type Props = {
  time: Time;
  data: RoutineData;
  routine: Routine;
  wants: ReadonlySet<string>;
  /** My skin says so. */
  pregnancy: boolean;
};

const titles: Record<Time, string> = { morning: 'Morning', evening: 'Evening' };

/** The name of a product of the shop as a link to its page; of another one with a capital letter, unless `within` a sentence. */
export function ItemName({ item, within = false }: { item: RoutineItem; within?: boolean }) {
  if (item.product) return <a href={productPath(item.id)}>{item.name}</a>;
  return within ? item.name : capitalized(item.name);
}

/** A morning or an evening, step by step. */
export function DayList({ time, data, routine, wants, pregnancy }: Props) {
  // A note about morning and evening is said once.
  const isSaid = (step: string) =>
    time === 'evening' && routine.morning.some(({ item }) => item.step === step);
  const steps = data.steps
    .map((step) => ({ ...step, slots: routine[time].filter(({ item }) => item.step === step.id) }))
    .filter(({ slots }) => slots.length);
  return (
    <section className="routine-day" data-time={time} aria-labelledby={`${time}-title`}>
      <h3 id={`${time}-title`}>{titles[time]}</h3>
      {steps.length ? (
        <ol>
          {steps.map(({ id, label, slots, several }) => (
            <li className="stack gap-3" key={id}>
              <h4>{label}</h4>
              {slots.map((slot, n) => (
                <Product
                  key={slot.item.id}
                  slot={slot}
                  isAlternative={Boolean(several) && n > 0}
                  serves={data.wants.filter(({ id }) => wants.has(id) && slot.item.wants.includes(id))}
                  askDoctor={pregnancy && asksDoctor(data, slot.item)}
                />
              ))}
              {several && !isSaid(id) && routine.choices.some(({ step }) => step === id) && (
                <p className="routine-day-note">{several}</p>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <p className="soft">Nothing yet.</p>
      )}
    </section>
  );
}

type ProductProps = { slot: Slot; isAlternative: boolean; serves: RoutineData['wants']; askDoctor: boolean };

function Product({ slot: { item, days }, isAlternative, serves, askDoctor }: ProductProps) {
  const when = dayText(days);
  return (
    <div className="routine-day-product grid">
      {item.product && (
        <img
          src={productThumbnail(item.id)}
          alt=""
          width="160"
          height="160"
          loading="lazy"
          decoding="async"
        />
      )}
      <div>
        <p className="routine-day-name">
          {isAlternative && <span className="soft">or </span>}
          <ItemName item={item} />
          {when && <span className="badge">{when}</span>}
        </p>
        <p className="soft small">{item.how}</p>
        {serves.length > 0 && (
          <p className="routine-day-serves small">For {serves.map(({ label }) => label).join(', ')}</p>
        )}
        {askDoctor && <p className="routine-day-doctor small">Ask your doctor first.</p>}
      </div>
    </div>
  );
}
