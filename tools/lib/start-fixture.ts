/** `npm start` in a small project of its own, for tests. */
import { afterAll, beforeAll } from 'vitest';
import { freePort } from './database.ts';
import { type CommandResult, runFile, temporaryFolder, writeTinyProject } from './fixture.ts';

/** A project that is made before the tests of a file, and removed with all that they have started. */
export function projectForStarts() {
  const folder = temporaryFolder();
  const running: CommandResult[] = [];
  let port = 0;
  beforeAll(async () => {
    writeTinyProject(folder.path);
    port = await freePort();
  });
  afterAll(async () => {
    for (const run of running) run.process.kill('SIGKILL');
    await Promise.all(running.map((run) => run.exited));
    folder.remove();
  });

  function start(parameters: string[] = [], env: Record<string, string> = {}): CommandResult {
    const run = runFile(folder.path, 'tools/start.ts', parameters, { PORT: `${port}`, EDIT: 'off', ...env });
    running.push(run);
    return run;
  }

  return {
    folder,
    port: () => port,
    start,
    /** The exit code and the lines of a start that is refused. */
    async refused(parameters: string[] = [], env: Record<string, string> = {}) {
      const run = start(parameters, env);
      const { code } = await run.exited;
      return { code, lines: run.output.text.trim().split('\n') };
    },
  };
}
