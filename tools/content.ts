/**
 * npm run content [-- --mistakes]: lists all mistakes in `content/` and all gaps of the catalogue, or only what stops the
 * build. Fails for that.
 */
import { sortBySeverity } from '#domain/catalogue/gaps.ts';
import { runCommand } from '#tools/lib/command.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { describeGaps, gapsIn } from '#tools/lib/content-gaps.ts';
import { logInfo } from '#tools/lib/log.ts';
import { readSwitches } from '#tools/lib/options.ts';
import { pictureGaps } from '#tools/lib/picture-gaps.ts';

await runCommand(async () => {
  const { mistakes } = readSwitches('npm run content', 'mistakes');
  const files = contentFiles();
  const gaps = sortBySeverity([...gapsIn(files, Date.now()), ...(await pictureGaps(files))]);
  const stopping = gaps.filter(({ severity }) => severity === 'build');
  for (const line of describeGaps(mistakes ? stopping : gaps)) logInfo(line);
  if (stopping.length) process.exitCode = 1;
});
