/** WebKit, the engine of every browser on an iPhone: WebKitGTK through its own WebDriver, on a screen of Xvfb. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '#tools/lib/child.ts';
import { freePort } from '#tools/lib/database.ts';
import { pollUntil, temporaryFolder } from '#tools/lib/fixture.ts';
import { type Driver, type Engine, firstScript, type Window } from './driver.ts';
import { openSession } from './webdriver.ts';

const packages = 'webkit2gtk-driver xvfb gir1.2-webkit2-4.1 python3-gi';
const window = join(import.meta.dirname, 'webkit-window.py');

const versionScript = `import gi
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2 as w
print(w.get_major_version(), w.get_minor_version(), w.get_micro_version(), sep=".")`;

/** Starts a virtual screen. */
async function startScreen() {
  let display: string | undefined;
  const child = await startChild(
    ['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {
      onLine: (line) => {
        if (/^\d+$/.test(line)) display = `:${line}`;
      },
    },
  );
  const name = await pollUntil(() => display, 20_000, 'Xvfb has a screen');
  return { name, stop: () => child.stop() };
}

/** An error in the window's output of its console, which has lines of CONSOLE, source, level and message. */
function problemIn(line: string): string | undefined {
  const [, source, level, text] =
    /^(?:.*?)CONSOLE (?:(\w+) )?(ERROR|WARN|LOG|INFO|DEBUG) (.*)$/.exec(line) ?? [];
  return level === 'ERROR' ? `console: ${source ?? ''} ${text}` : undefined;
}

async function open({ width, height }: Window): Promise<Driver> {
  const folder = temporaryFolder();
  process.once('exit', folder.remove);
  const screen = await startScreen();
  const port = await freePort();
  const problems: string[] = [];
  const child = await startChild(['WebKitWebDriver', '--host=127.0.0.1', `--port=${port}`], {
    env: {
      DISPLAY: screen.name,
      WAYLAND_DISPLAY: undefined,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      TZ: 'Asia/Kolkata',
      WINDOW_WIDTH: String(width),
      WINDOW_HEIGHT: String(height),
      WINDOW_PROFILE: folder.path,
      WINDOW_SCRIPT: firstScript,
    },
    onLine: (line) => {
      const problem = problemIn(line);
      if (problem) problems.push(problem);
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const ready = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await pollUntil(ready, 20_000, 'WebKitWebDriver answers');
  const session = await openSession(url, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: window, args: [] },
  });
  const postToWindow = (message: string) =>
    session.evaluate(`webkit.messageHandlers.window.postMessage(${JSON.stringify(message)})`);
  const printed = join(folder.path, 'printed.pdf');
  return {
    ...session,
    mouse: session.click,
    touch: async (x, y) => void (await postToWindow(`tap ${x} ${y}`)),
    async pdf() {
      rmSync(printed, { force: true });
      await postToWindow(`print ${printed}`);
      const whole = () => existsSync(printed) && readFileSync(printed).includes('%%EOF');
      await pollUntil(whole, 30_000, 'WebKit has printed');
      return readFileSync(printed);
    },
    problems,
    async close() {
      await session.end().catch(() => {});
      await child.stop();
      await screen.stop();
      process.off('exit', folder.remove);
      folder.remove();
    },
  };
}

export const webkit: Engine = {
  name: 'webkit',
  async find() {
    const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', versionScript], { encoding: 'utf8' });
    const isThere = (name: string) => spawnSync('which', [name]).status === 0;
    if (status !== 0 || !isThere('WebKitWebDriver') || !isThere('Xvfb'))
      return { missing: `apt-get install ${packages}` };
    return { version: `WebKitGTK ${stdout.trim()}` };
  },
  open,
};
