import { useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { type Difference, type Pieces, rules, writesOfCount } from '../reconcile.ts';
import { Ask } from '../ui/Ask.tsx';
import { mend } from './calls.ts';
import { Writes } from './Differences.tsx';

type Props = {
  /** As it is now; undefined when it has gone. */
  difference: Difference | undefined;
  /** As it was when somebody pressed the button. */
  asked: Difference;
  /** What there is now. @param whole all of its part about the same thing, not of this rule alone */
  onNow: (asked: Difference, now: readonly Difference[], whole: boolean) => void;
  onClose: () => void;
};

/** One fix, with what it writes; for stock, with what was counted. */
export function Mend({ difference, asked, onNow, onClose }: Props) {
  const [counted, setCounted] = useState('');
  const { name, rule, expected, found, writes, pieces } = difference ?? asked;
  const submit = async () => {
    const answer = await mend(difference ?? asked, pieces && (counted.trim() ? Number(counted) : Number.NaN));
    if (answer.ok) onNow(asked, answer.data.differences, true);
    else if (answer.code === 'changed') onNow(asked, nowOf(answer.body), false);
    return answer;
  };
  return (
    <Ask
      title={`${rules[rule].name}: ${name}`}
      action="Apply"
      onSubmit={submit}
      onClose={onClose}
      onDone={onClose}
    >
      {(errors) => (
        <>
          <p>
            Expected: {expected}. Found: {found}.
          </p>
          {pieces ? (
            <Count pieces={pieces} counted={counted} onChange={setCounted} error={errors.counted} />
          ) : (
            difference && <Writes writes={writes} />
          )}
        </>
      )}
    </Ask>
  );
}

/** What a refusal says that there is now. */
export const nowOf = (body: Record<string, unknown>): Difference[] =>
  (body.differences as Difference[] | undefined) ?? [];

type CountProps = {
  pieces: Pieces;
  counted: string;
  onChange: (counted: string) => void;
  error: string | undefined;
};

function Count({ pieces, counted, onChange, error }: CountProps) {
  const { toSend } = pieces;
  const isCount = /^\s*\d+\s*$/.test(counted);
  return (
    <>
      <TextField
        label="Pieces on the shelf that can be sold"
        name="counted"
        inputMode="numeric"
        autoComplete="off"
        required
        value={counted}
        onChange={onChange}
        error={error}
        hint={toSend ? `Without the ${toSend} that wait to be sent.` : 'Nothing waits to be sent.'}
      />
      {isCount && <Writes writes={writesOfCount(pieces, Number(counted))} />}
    </>
  );
}
