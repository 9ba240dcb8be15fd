import { type ReactNode, useEffect, useState } from 'react';
import { countRecords } from '#domain/import/imported.ts';
import { recordParts, type StoredPlan } from '#domain/import/plan-records.ts';
import { redirectsFile } from '#domain/import/plan-redirects.ts';
import type { RecordResult } from '#domain/import/record-forms.ts';
import { keptLines, type RecordReport, reportRecords, resultText } from '#domain/import/record-report.ts';
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import { Fact } from '#ui/Fact.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';
import { FindingTable } from './FindingTable.tsx';

/**
 * Sends the rows of a plan, part by part; a part that was written before is found again.
 * @param password undefined for what only says what would become of them
 */
async function sendParts(plan: StoredPlan, password?: string): Promise<Outcome<RecordReport>> {
  const dry = password === undefined;
  const results: RecordResult[] = [];
  for (const part of recordParts(plan)) {
    const answer = await send(api.desk.catalogue.records.$post({ json: { ...part, dry, password } }));
    if (!answer.ok) return answer;
    results.push(...answer.data.results);
  }
  return { ok: true, data: reportRecords(plan, results, dry) };
}

/** What a file of past orders, reviews, codes or subscribers brings, and the button that brings it over. @param name of the file */
export function ImportRecords({ name, plan }: { name: string; plan: StoredPlan }) {
  const [report, setReport] = useState<RecordReport>();
  const [problem, setProblem] = useState('');
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void sendParts(plan).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setReport(answer.data);
      else setProblem(answer.message);
    });
    return () => {
      isCurrent = false;
    };
  }, [plan]);
  if (problem)
    return (
      <p className="notice error desk-import-wide" role="alert">
        {name}: {problem}
      </p>
    );
  if (!report) return <p role="status">Comparing with the shop…</p>;

  async function write(form: FormData): Promise<Outcome<{ message?: string }>> {
    const answer = await sendParts(plan, readProof(form).password);
    if (!answer.ok) return answer;
    setReport(answer.data);
    return { ok: true, data: {} };
  }

  const what = countRecords(plan.kind, report.counts.added);
  return (
    <>
      <ReportedRecords {...{ name, report }}>
        {report.isDry ? (
          <div>
            <button type="button" className="button" onClick={() => setAsking(true)}>
              Bring over {what}
            </button>
          </div>
        ) : (
          <p className="notice desk-import-wide" role="status">
            {what} came over.
          </p>
        )}
      </ReportedRecords>
      {isAsking && (
        <FormDialog
          title={`Bring over ${what}?`}
          action="Bring over"
          password="alone"
          onSubmit={write}
          onClose={() => setAsking(false)}
        >
          <p>What the shop has already stays as it is.</p>
        </FormDialog>
      )}
    </>
  );
}

/** What a file of redirects brings, and the button that saves the file of the content with them. @param text of that file */
export function ImportRedirects({
  name,
  report,
  text,
}: {
  name: string;
  report: RecordReport;
  text: string;
}) {
  return (
    <ReportedRecords {...{ name, report }}>
      <div>
        <button
          type="button"
          className="button"
          onClick={() => saveFile(redirectsFile, text, 'application/yaml')}
        >
          Save the file with {countRecords('redirects', report.counts.added)}
        </button>
      </div>
      <p className="desk-text">
        Put it in the project’s folder as <code>content/{redirectsFile}</code>, and commit it. It has the
        redirects of the shop’s last build and the new ones.
      </p>
    </ReportedRecords>
  );
}

type ReportedProps = { name: string; report: RecordReport; children: ReactNode };

/** The counts of a report, what can be done with it, and all its rows. @param children for what is new */
function ReportedRecords({ name, report, children }: ReportedProps) {
  const { counts, isDry } = report;
  return (
    <>
      <dl className="desk-facts cluster" aria-label={`What is in ${name}`}>
        <Fact name="Format">
          {report.format}, {report.encoding}
        </Fact>
        <Fact name="Rows">{report.rows.length}</Fact>
        <Fact name={isDry ? 'New' : 'Came over'}>{counts.added}</Fact>
        <Fact name="Already in the shop">{counts['in the shop']}</Fact>
        <Fact name="Left out">{counts['left out'] + counts.unsubscribed + counts['no product']}</Fact>
        <Fact name="Not imported">{counts.refused}</Fact>
      </dl>
      {[...report.notes, ...keptLines(report)].map((line) => (
        <p key={line} className="desk-text">
          {line}
        </p>
      ))}
      {isDry && counts.added === 0 ? (
        <p className="notice desk-import-wide" role="alert">
          Nothing in this file is new for the shop.
        </p>
      ) : (
        children
      )}
      <FindingTable
        rows={report.rows}
        keyOf={({ row }) => String(row)}
        columns={[
          [
            'Row',
            ({ name, row }) => (
              <>
                {name || 'No name'}
                <span className="soft small desk-import-id">row {row}</span>
              </>
            ),
          ],
          ['Result', ({ result }) => resultText(result, isDry)],
        ]}
      />
    </>
  );
}
