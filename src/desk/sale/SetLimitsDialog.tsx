import {
  type Expected,
  longestSaleDay,
  type SaleDayLimits,
  type SaleLimitName,
  saleLimitNames,
  saleLimits,
} from '#domain/sale-day/limits.ts';
import type { Plan } from '#domain/sale-day/plan.ts';
import { api, send } from '#lib/api.ts';
import { indianOffset, oneHour } from '#lib/dates.ts';
import type { DialogEnds } from '../ui/DeskList.tsx';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';

type Props = DialogEnds & {
  sale: { from: number; until: number } | undefined;
  expected: Expected;
  plan: Plan;
  usual: Record<SaleLimitName, number>;
};

/** A time as the field has it, in India. @param at UTC ms */
const fieldOf = (at: number): string => new Date(at + indianOffset).toISOString().slice(0, 16);
/** @returns UTC ms; NaN for an empty field, which the server refuses with a message */
const timeOf = (text: string): number => Date.parse(`${text}:00+05:30`);

/** What a limit needs to be so that it does not bind; empty where it does not. */
function neededOf(name: SaleLimitName, { limits }: Plan, usual: number): string {
  const planned = limits.find(({ setting }) => setting === name);
  if (!planned?.binds || !planned.has) return '';
  // Of the emails, the kind that is needed has a share.
  const needed = Math.ceil((usual * planned.needs) / planned.has);
  return String(Math.min(saleLimits[name].most, needed));
}

/** Sets limits for the time of a sale. A field that stays empty leaves its limit as it is. */
export function SetLimitsDialog({ sale, expected, plan, usual, ...ends }: Props) {
  const now = Date.now();
  const from = Math.max(now, sale?.from ?? now);
  const until = Math.min(sale?.until ?? from + 24 * oneHour, from + longestSaleDay - oneHour);
  const set = (form: FormData) => {
    const limits = Object.fromEntries(
      saleLimitNames.flatMap((name) => {
        const text = textOf(form, name);
        return text ? [[name, Number(text)]] : [];
      }),
    ) as SaleDayLimits;
    const [startsAt, endsAt] = [timeOf(textOf(form, 'startsAt')), timeOf(textOf(form, 'endsAt'))];
    return send(
      api.desk['sale-day'].$post({ json: { startsAt, endsAt, limits, expected, ...readProof(form) } }),
    );
  };
  return (
    <FormDialog title="Limits for the sale" action="Set limits" password onSubmit={set} {...ends}>
      {(errors) => {
        const named = Object.fromEntries(
          Object.entries(errors).map(([name, error]) => [name.replace('limits.', ''), error]),
        );
        return (
          <>
            <p>
              They count from the begin to the end, and are in the audit list. Fields that stay empty change
              nothing.
            </p>
            <div className="desk-pairs grid">
              <DialogField
                name="startsAt"
                label="From"
                type="datetime-local"
                initial={fieldOf(from)}
                required
                hint="Indian time"
                errors={named}
              />
              <DialogField
                name="endsAt"
                label="Until"
                type="datetime-local"
                initial={fieldOf(until)}
                required
                hint="Seven days later at most"
                errors={named}
              />
              {saleLimitNames.map((name) => (
                <DialogField
                  key={name}
                  name={name}
                  label={saleLimits[name].label}
                  initial={neededOf(name, plan, usual[name])}
                  inputMode="numeric"
                  hint={`Usually ${usual[name]} ${saleLimits[name].unit}. At most ${saleLimits[name].most}`}
                  errors={named}
                />
              ))}
            </div>
            {errors.limits && <p className="notice error">{errors.limits}</p>}
          </>
        );
      }}
    </FormDialog>
  );
}
