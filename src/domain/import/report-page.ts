/** The report of an import as one page without other files. */
import { escapeHtml } from '#lib/text.ts';
import { findingLine, mostUrgentFirst } from './finding.ts';
import { countLines, type ImportReport, type ProductReport } from './report.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem;color:CanvasText;background:Canvas}
h1{font-size:1.5rem;margin:1rem 0 .5rem}ul{padding:0;list-style:none}table{border-collapse:collapse;width:100%}
th,td{text-align:start;vertical-align:top;padding:.75rem .5rem;border-top:1px solid GrayText;overflow-wrap:anywhere}
thead th{border:0;font-weight:400}td p{margin:0 0 .25rem}th[scope=row]{width:28%}small{font-weight:400}.refused,.conflict{font-weight:600}.kept{opacity:.7}
@media(max-width:45rem){table,tbody,tr,th,td{display:block;width:auto!important}thead{display:none}td{border:0;padding-top:0}}`;

const row = ({ name, id, status, result, over, findings }: ProductReport): string =>
  `<tr><th scope="row">${escapeHtml(name)}<br><small>${escapeHtml(id)} · ${[status, result].filter(Boolean).join(' · ')}</small></th><td>${escapeHtml(over.join(', '))}</td><td>${findings
    .map((finding) => `<p class="${finding.severity}">${escapeHtml(findingLine(finding))}</p>`)
    .join('')}</td></tr>`;

/** @param file the name of the export */
export function reportHtml(report: ImportReport, file: string): string {
  return `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Import of ${escapeHtml(file)}</title>
<style>${style}</style>
<h1>Import of ${escapeHtml(file)}</h1>
<p>${report.isDry ? 'What would be written: nothing has been changed.' : 'What was written.'}</p>
<ul>${countLines(report)
    .map((line) => `<li>${escapeHtml(line)}</li>`)
    .join('')}</ul>
<table><thead><tr><th>Product</th><th>Comes over</th><th>To look at</th></tr></thead><tbody>${mostUrgentFirst(report.products).map(row).join('\n')}</tbody></table>
</html>
`;
}
