import { useState } from 'react';
import { canApply, type Difference, needsCount } from '../reconcile.ts';
import { Ask } from '../ui/Ask.tsx';
import { mend } from './calls.ts';
import { Writes } from './Differences.tsx';
import { nowOf } from './Repair.tsx';

type Props = {
  /** Of the rule. */
  name: string;
  differences: readonly Difference[];
  onNow: (asked: Difference, now: readonly Difference[], whole: boolean) => void;
  onClose: () => void;
};

/** All fixes of a kind, one after the other: each is checked on its own, and one that has changed holds up none. */
export function MendAll({ name, differences, onNow, onClose }: Props) {
  // What is listed stays as it was asked for, while the rows behind it go.
  const [all] = useState(() => differences.filter((one) => canApply(one) && !needsCount(one)));
  const [mended, setMended] = useState<readonly string[]>([]);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const left = all.filter(({ about }) => !mended.includes(about) && !changed.includes(about));

  const submit = async () => {
    const [done, stale] = [[...mended], [...changed]];
    for (const one of left) {
      const answer = await mend(one);
      if (answer.ok) {
        done.push(one.about);
        onNow(one, answer.data.differences, true);
      } else if (answer.code === 'changed') {
        stale.push(one.about);
        onNow(one, nowOf(answer.body), false);
      } else return answer;
      setMended([...done]);
      setChanged([...stale]);
    }
    const meanwhile = stale.length ? ` ${stale.length} had changed: nothing was written for them.` : '';
    return { ok: true, data: { message: `${done.length} applied.${meanwhile}` } } as const;
  };

  return (
    <Ask
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
              {mended.includes(about) && <span className="badge">Applied</span>}
              {changed.includes(about) && <span className="badge">Has changed</span>}
            </p>
            <Writes writes={writes} />
          </li>
        ))}
      </ul>
    </Ask>
  );
}
