/** npm run content: lists all mistakes in `content/` and all gaps of the catalogue. Fails for what stops the build. */
import { runCommand } from '#tools/lib/command.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { describeGaps, gapsIn } from '#tools/lib/content-gaps.ts';
import { logInfo } from '#tools/lib/log.ts';

await runCommand(async () => {
  const gaps = gapsIn(contentFiles(), Date.now());
  for (const line of describeGaps(gaps)) logInfo(line);
  if (gaps.some(({ severity }) => severity === 'build')) process.exitCode = 1;
});
