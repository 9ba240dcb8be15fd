/** `npm start` and `npm run dev` in a small project of their own, for tests. */
import { afterAll, beforeAll } from 'vitest';
import { freePort } from './database.ts';
import { type CommandResult, runIn, temporaryFolder, writeTinyProject } from './fixture.ts';

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

  function run(...command: [string, ...string[]]): CommandResult {
    const started = runIn(folder.path, command, { PORT: `${port}`, EDIT: 'off' });
    running.push(started);
    return started;
  }
  const start = (parameters: string[] = []) => run(process.execPath, 'tools/start.ts', ...parameters);

  return {
    folder,
    start,
    dev: () => run('npm', 'run', 'dev'),
    /** The exit code and the lines of a start that is refused. */
    async refused(parameters?: string[]) {
      const { exited, output } = start(parameters);
      const { exitCode } = await exited;
      return { code: exitCode, lines: output.text.trim().split('\n') };
    },
  };
}
