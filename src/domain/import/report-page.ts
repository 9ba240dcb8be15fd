/** The report of an import as one page without other files. */
import { escapeHtml } from '#lib/text.ts';
import { findingLine, type ImportFinding, mostUrgentFirst } from './finding.ts';
import { keptLines, type RecordReport, recordLines, resultText } from './record-report.ts';
import { countLines, type ImportReport, type ProductReport } from './report.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem;color:CanvasText;background:Canvas}
h1{font-size:1.5rem;margin:1rem 0 .5rem}ul{padding:0;list-style:none}table{border-collapse:collapse;width:100%}
th,td{text-align:start;vertical-align:top;padding:.75rem .5rem;border-top:1px solid GrayText;overflow-wrap:anywhere}
thead th{border:0;font-weight:400}td p{margin:0 0 .25rem}th[scope=row]{width:28%}small{font-weight:400}.refused,.conflict{font-weight:600}.kept{opacity:.7}
@media(max-width:45rem){table,tbody,tr,th,td{display:block;width:auto!important}thead{display:none}td{border:0;padding-top:0}}`;

type Row = { name: string; about: string; over: string; findings: readonly ImportFinding[] };
type Page = { isDry: boolean; lines: readonly string[]; headings: readonly string[]; rows: readonly Row[] };

const rowHtml = ({ name, about, over, findings }: Row): string =>
  `<tr><th scope="row">${escapeHtml(name)}<br><small>${escapeHtml(about)}</small></th><td>${escapeHtml(over)}</td><td>${findings
    .map((finding) => `<p class="${finding.severity}">${escapeHtml(findingLine(finding))}</p>`)
    .join('')}</td></tr>`;

/** @param file the name of the export */
const pageHtml = (file: string, { isDry, lines, headings, rows }: Page): string =>
  `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Import of ${escapeHtml(file)}</title>
<style>${style}</style>
<h1>Import of ${escapeHtml(file)}</h1>
<p>${isDry ? 'What would be written: nothing has been changed.' : 'What was written.'}</p>
<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
<table><thead><tr>${headings.map((heading) => `<th>${heading}</th>`).join('')}</tr></thead><tbody>${rows.map(rowHtml).join('\n')}</tbody></table>
</html>
`;

const productRow = ({ name, id, status, result, over, findings }: ProductReport): Row => ({
  ...{ name, findings },
  about: [id, status, result].filter(Boolean).join(' · '),
  over: over.join(', '),
});

/** The report of products. @param file the name of the export */
export const reportHtml = (report: ImportReport, file: string): string =>
  pageHtml(file, {
    isDry: report.isDry,
    lines: countLines(report),
    headings: ['Product', 'Comes over', 'To look at'],
    rows: mostUrgentFirst(report.products).map(productRow),
  });

/** The report of anything else. @param file the name of the export */
export const recordHtml = (report: RecordReport, file: string): string =>
  pageHtml(file, {
    isDry: report.isDry,
    lines: [...recordLines(report), ...keptLines(report)],
    headings: ['Row', 'Result', 'To look at'],
    rows: mostUrgentFirst(report.rows).map(({ row, name, result, findings }) => ({
      ...{ name, findings },
      about: `row ${row}`,
      over: resultText(result, report.isDry),
    })),
  });
