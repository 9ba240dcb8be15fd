import { useState } from 'react';
import { FormDialog } from '../ui/FormDialog.tsx';
import { currentDifferences } from './RepairDialog.tsx';
import { Writes } from './RuleDifferences.tsx';
import { applyRepair } from './reconcile.api.ts';
import { canApply, type Difference, needsCount } from './rules.ts';

type Props = {
  /** The rule's name. */
  name: string;
  differences: readonly Difference[];
  onUpdate: (initial: Difference, now: readonly Difference[], whole: boolean) => void;
  onClose: () => void;
};

/** Applies all repairs of a rule one by one. Each is checked separately; one that has changed is skipped. */
export function RepairAllDialog({ name, differences, onUpdate, onClose }: Props) {
  // The dialog's list stays the same while repaired differences leave the table.
  const [all] = useState(() => differences.filter((one) => canApply(one) && !needsCount(one)));
  const [repaired, setRepaired] = useState<readonly string[]>([]);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const left = all.filter(({ about }) => !repaired.includes(about) && !changed.includes(about));

  const submit = async () => {
    const [done, stale] = [[...repaired], [...changed]];
    for (const one of left) {
      const answer = await applyRepair(one);
      if (answer.ok) {
        done.push(one.about);
        onUpdate(one, answer.data.differences, true);
      } else if (answer.code === 'changed') {
        stale.push(one.about);
        onUpdate(one, currentDifferences(answer.body), false);
      } else return answer;
      setRepaired([...done]);
      setChanged([...stale]);
    }
    const meanwhile = stale.length ? ` ${stale.length} had changed, and nothing was written for them.` : '';
    return { ok: true, data: { message: `${done.length} applied.${meanwhile}` } } as const;
  };

  return (
    <FormDialog
      title={`${name}: apply all ${all.length}`}
      action={`Apply ${left.length}`}
      onSubmit={submit}
      onClose={onClose}
      onDone={onClose}
    >
      <ul className="reconcile-all">
        {all.map(({ about, name: where, found, expected, writes }) => (
          <li key={about}>
            <p>
              <strong>{where}</strong> {found} → {expected}{' '}
              {repaired.includes(about) && <span className="badge">Applied</span>}
              {changed.includes(about) && <span className="badge">Has changed</span>}
            </p>
            <Writes writes={writes} />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
