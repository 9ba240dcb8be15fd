/** npm run architecture: writes the graph of imports between folders into docs/architecture.md. */
import { withPart, writePart } from '#tools/lib/generated-docs.ts';
import { graphTable } from '#tools/lib/import-graph.ts';
import { logInfo } from '#tools/lib/log.ts';
import { projectImports, readSource } from '#tools/lib/source-files.ts';

/** Whether the page has the graph of the project as it is now. */
export function isPageCurrent(): boolean {
  const page = readSource('docs/architecture.md');
  return page === withPart(page, 'imports', graphTable(projectImports().graph));
}

if (import.meta.main) {
  writePart('architecture.md', 'imports', graphTable(projectImports().graph));
  logInfo('docs/architecture.md is up to date.');
}
