import { type FormEvent, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import {
  type Days,
  daysOf,
  type ExportName,
  exportNames,
  hasPeriod,
  isCsv,
  type PeriodName,
  periodNames,
} from '#domain/exports/exports.ts';
import { dayOf } from '#lib/dates.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { Errors } from '#ui/useFields.ts';
import { Progress } from './Progress.tsx';
import { SalesTotals } from './SalesTotals.tsx';
import { isSameRequest, useExport } from './useExport.ts';
import './export.css';
import { ProofFields } from '../ui/ProofFields.tsx';
import { readProof } from '../ui/proof.ts';

/** The export form: what, which days, and the operator's password. */
export default function Export() {
  const today = dayOf(Date.now());
  const [sheet, setSheet] = useState<ExportName>('orders');
  const period = usePeriod(today);
  const [round, setRound] = useState(0);
  const forgetProof = () => setRound((before) => before + 1);
  const { exporting, start, stop } = useExport();
  const errors = exporting.state === 'failed' ? exporting.failure.fields : {};
  const days = hasPeriod(sheet) ? period.days : { from: today, to: today };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (exporting.state === 'running') return;
    // A used password is removed from the form.
    if (await start({ sheet, days }, readProof(new FormData(event.currentTarget)))) forgetProof();
  };

  return (
    <>
      <h1>Export</h1>
      <p className="desk-text">
        This saves a CSV file for spreadsheets. Every export is recorded in the{' '}
        <a href={hashOf({ screen: 'audit' })}>audit list</a>. Store files with names, addresses and phone
        numbers where only you can read them, and delete them when you no longer need them.
      </p>
      <form className="desk-export stack gap-5" onSubmit={submit}>
        <div className="stack">
          <SelectField
            label="What"
            name="sheet"
            value={sheet}
            options={exportNames}
            onChange={setSheet}
            error={errors.sheet}
          />
          {!isCsv(sheet) && (
            <p className="soft">
              For the accountant. You see the totals first, then a file for each list and table. A GST return
              needs a whole month or quarter.
            </p>
          )}
          {hasPeriod(sheet) && <PeriodFields {...period} errors={errors} />}
          <ProofFields key={round} errors={errors} />
        </div>
        <Progress
          exporting={exporting}
          label={isCsv(sheet) ? 'Export' : 'Show totals'}
          canResume={
            exporting.state === 'failed' &&
            exporting.count > 0 &&
            isSameRequest(exporting.request, { sheet, days })
          }
          onStop={() => {
            stop();
            forgetProof();
          }}
        />
      </form>
      {exporting.state === 'done' && exporting.totals && exporting.count > 0 && (
        <SalesTotals totals={exporting.totals} files={exporting.files} />
      )}
    </>
  );
}

/** The days of an export: a named period, or others. @param today `2026-11-05` */
function usePeriod(today: string) {
  const [name, setName] = useState<PeriodName>('month');
  const [days, setDays] = useState<Days>(() => daysOf('month', today));
  return {
    name,
    days,
    choose: (next: PeriodName) => {
      setName(next);
      if (next !== 'other') setDays(daysOf(next, today));
    },
    chooseDay: (day: Partial<Days>) => {
      setName('other');
      setDays((before) => ({ ...before, ...day }));
    },
  };
}

type PeriodProps = ReturnType<typeof usePeriod> & { errors: Errors };

const PeriodFields = ({ name, days, choose, chooseDay, errors }: PeriodProps) => (
  <>
    <SelectField label="When" name="period" value={name} options={periodNames} onChange={choose} />
    <div className="desk-pairs grid">
      <TextField
        label="From"
        name="from"
        type="date"
        required
        value={days.from}
        onChange={(from) => chooseDay({ from })}
        error={errors.from}
      />
      <TextField
        label="To"
        name="to"
        type="date"
        required
        value={days.to}
        onChange={(to) => chooseDay({ to })}
        error={errors.to}
        hint="Until the end of the day, Indian time"
      />
    </div>
  </>
);
