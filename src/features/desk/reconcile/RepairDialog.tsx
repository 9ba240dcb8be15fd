import { useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Writes } from './RuleDifferences.tsx';
import { applyRepair } from './reconcile.api.ts';
import { type Difference, type Pieces, rules, writesOfStockCount } from './rules.ts';

type Props = {
  /** As it is now; `undefined` when it no longer exists. */
  difference: Difference | undefined;
  /** As it was when the dialog was opened. */
  initial: Difference;
  /** Reports the present differences. @param whole all of the part about the same object, not only of this rule */
  onUpdate: (initial: Difference, now: readonly Difference[], whole: boolean) => void;
  onClose: () => void;
};

/** Confirms one repair and shows what it writes; for stock, it asks for the counted number. */
export function RepairDialog({ difference, initial, onUpdate, onClose }: Props) {
  const [counted, setCounted] = useState('');
  const { name, rule, expected, found, writes, pieces } = difference ?? initial;
  const submit = async () => {
    const answer = await applyRepair(
      difference ?? initial,
      pieces && (counted.trim() ? Number(counted) : Number.NaN),
    );
    if (answer.ok) onUpdate(initial, answer.data.differences, true);
    else if (answer.code === 'changed') onUpdate(initial, currentDifferences(answer.body), false);
    return answer;
  };
  return (
    <FormDialog
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
    </FormDialog>
  );
}

/** The present differences that a refusal carries. */
export const currentDifferences = (body: Record<string, unknown>): Difference[] =>
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
        hint={toSend ? `Do not count the ${toSend} that wait to be sent.` : 'No pieces wait to be sent.'}
      />
      {isCount && <Writes writes={writesOfStockCount(pieces, Number(counted))} />}
    </>
  );
}
