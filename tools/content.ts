/**
 * npm run content [-- --mistakes | --all]: lists the mistakes in `content/` and the gaps of the catalogue by their kinds, or
 * only what stops the build, or each one by its file. Fails for what stops the build.
 */
import { sortBySeverity } from '#domain/catalogue/gaps.ts';
import { runCommand } from '#tools/lib/command.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { describeGaps, gapsIn } from '#tools/lib/content-gaps.ts';
import { logInfo } from '#tools/lib/log.ts';
import { readSwitches } from '#tools/lib/options.ts';
import { pictureGaps } from '#tools/lib/picture-gaps.ts';

await runCommand(async () => {
  const { mistakes, all } = readSwitches('npm run content', 'mistakes', 'all');
  const files = contentFiles();
  const gaps = sortBySeverity([...gapsIn(files, Date.now()), ...(await pictureGaps(files))]);
  const stopping = gaps.filter(({ severity }) => severity === 'build');
  for (const line of describeGaps(mistakes ? stopping : gaps, all || mistakes)) logInfo(line);
  if (stopping.length) process.exitCode = 1;
});
