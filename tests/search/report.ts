/** npm run test:search: grades the search by the judged queries and writes the table of docs/search.md. */
import '#tools/lib/test-content.ts';
import { writePart } from '#tools/lib/generated-docs.ts';
import { logInfo } from '#tools/lib/log.ts';
import { gradeAll, readQueries, reportOf } from './evaluate.ts';
import { find } from './real-engine.ts';

const seen = gradeAll(readQueries('queries'), find);
writePart('search.md', 'queries', reportOf(seen, gradeAll(readQueries('unseen'), find)));
// The others are to stay unseen.
for (const { query, shown, first, found, wanted, disordered } of seen)
  if (!first || found < wanted || disordered)
    logInfo(
      `"${query.q}": right are ${query.right.join(', ') || 'none'}; shown are ${shown.slice(0, 5).join(', ')}`,
    );
logInfo('docs/search.md has the table.');
