import { type FormEvent, useState } from 'react';
import { dayOf } from '#lib/dates.ts';
import { TextField } from '#ui/TextField.tsx';
import {
  type Days,
  daysOf,
  hasPeriod,
  type PeriodName,
  periodNames,
  type SheetName,
  sheetNames,
} from '../export.ts';
import { hashOf } from '../route.ts';
import { Choice } from '../ui/Choice.tsx';
import { Progress } from './Progress.tsx';
import { sameAs, useExport } from './useExport.ts';
import './export.css';
import { PasswordAgain } from '../ui/PasswordAgain.tsx';
import { proofOf } from '../ui/proof.ts';

/** Data to take along: what, of which days, and the operator's password. */
export default function Export() {
  const today = dayOf(Date.now());
  const [sheet, setSheet] = useState<SheetName>('orders');
  const [period, setPeriod] = useState<PeriodName>('month');
  const [chosen, setChosen] = useState<Days>(() => daysOf('month', today));
  const [round, setRound] = useState(0);
  const forgetProof = () => setRound((before) => before + 1);
  const { exporting, start, stop } = useExport();
  const errors = exporting.state === 'failed' ? exporting.failure.fields : {};
  const days = hasPeriod(sheet) ? chosen : { from: today, to: today };

  const choosePeriod = (next: PeriodName) => {
    setPeriod(next);
    if (next !== 'other') setChosen(daysOf(next, today));
  };
  const chooseDay = (day: Partial<Days>) => {
    setPeriod('other');
    setChosen((before) => ({ ...before, ...day }));
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (exporting.state === 'running') return;
    // A password that was good is not kept on the screen.
    if (await start({ sheet, days }, proofOf(new FormData(event.currentTarget)))) forgetProof();
  };

  return (
    <>
      <h1>Export</h1>
      <p className="desk-words">
        A CSV file for spreadsheets. It is noted in the <a href={hashOf({ screen: 'audit' })}>audit list</a>.
        Keep what holds names, addresses and phone numbers where only you can read it, and delete it when it
        has done its work.
      </p>
      <form className="desk-export" onSubmit={submit}>
        <div className="desk-export-fields">
          <Choice
            label="What"
            name="sheet"
            value={sheet}
            options={sheetNames}
            onChange={setSheet}
            error={errors.sheet}
          />
          {hasPeriod(sheet) && (
            <>
              <Choice
                label="When"
                name="period"
                value={period}
                options={periodNames}
                onChange={choosePeriod}
              />
              <div className="desk-pairs">
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
                  hint="To its end, Indian time"
                />
              </div>
            </>
          )}
          <PasswordAgain key={round} errors={errors} />
        </div>
        <Progress
          exporting={exporting}
          goesOn={
            exporting.state === 'failed' && exporting.count > 0 && sameAs(exporting.wanted, { sheet, days })
          }
          onStop={() => {
            stop();
            forgetProof();
          }}
        />
      </form>
    </>
  );
}
