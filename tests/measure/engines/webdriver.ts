/** The part of WebDriver (w3.org/TR/webdriver2) that one page needs: sessions, scripts, actions, screenshots. */
import type { Key } from './driver.ts';

/** Code points of keys without a character, as in the standard. */
const codes: Record<Key, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
};

type Action = { type: string } & Record<string, unknown>;

/** A session with one window. */
export type Session = {
  goto(url: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  screenshot(): Promise<Buffer>;
  end(): Promise<void>;
};

const longestWaitMs = 90_000;

async function ask(method: 'POST' | 'GET' | 'DELETE', url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(longestWaitMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`WebDriver: ${error}: ${message}`);
}

/** Opens a session. @param url of the driver @param capabilities that the browser must have */
export async function openSession(url: string, capabilities: Record<string, unknown>): Promise<Session> {
  const begun = await ask('POST', `${url}/session`, { capabilities: { alwaysMatch: capabilities } });
  const at = `${url}/session/${(begun as { sessionId: string }).sessionId}`;
  const post = (path: string, body: unknown) => ask('POST', `${at}/${path}`, body);
  const keys = (actions: Action[]) =>
    post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const stroke = (value: string): Action[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  await post('timeouts', { script: 60_000, pageLoad: 60_000 });

  return {
    goto: async (target) => void (await post('url', { url: target })),
    async evaluate(expression) {
      // The page awaits the promise, because not every driver does.
      const script = `const done = arguments[0];
        Promise.resolve().then(() => (${expression})).then(
          (value) => done({ value: value === undefined ? null : value }),
          (error) => done({ error: String(error) }));`;
      const result = await post('execute/async', { script, args: [] });
      const { value, error } = result as { value: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async click(x, y) {
      const actions: Action[] = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      const parameters = { pointerType: 'mouse' };
      await post('actions', { actions: [{ type: 'pointer', id: 'mouse', parameters, actions }] });
    },
    type: async (text) => void (await keys([...text].flatMap(stroke))),
    press: async (key) => void (await keys(stroke(codes[key]))),
    screenshot: async () => Buffer.from(String(await ask('GET', `${at}/screenshot`)), 'base64'),
    end: async () => void (await ask('DELETE', at)),
  };
}
