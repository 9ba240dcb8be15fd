/** A reference on this machine, with which the shop is compared: a bare Worker that returns JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Stack, startStack } from '#tools/lib/stack.ts';

/** Answers `/123` with about 123 bytes of JSON, after parsing the request's JSON. */
const bareWorker = `
const answers = new Map();
const answerOf = (size) => {
  if (!answers.has(size)) answers.set(size, { success: true, text: 'x'.repeat(Math.max(0, size - 27)) });
  return answers.get(size);
};
export default {
  async fetch(request) {
    if (request.method === 'POST') await request.json();
    return Response.json(answerOf(Number(new URL(request.url).pathname.slice(1))));
  },
};
`;

/** Starts that bare Worker in the same way as the shop. @param folder for its files */
export function startBareWorker(folder: string): Promise<Stack> {
  const worker = join(folder, 'bare-worker');
  const pages = join(folder, 'no-pages');
  for (const path of [worker, pages]) mkdirSync(path, { recursive: true });
  writeFileSync(join(worker, 'index.js'), bareWorker);
  const options = { name: 'bare', compatibilityDate: '2026-10-01', compatibilityFlags: ['nodejs_compat'] };
  writeFileSync(join(worker, 'options.json'), JSON.stringify(options));
  return startStack({ dataDir: join(folder, 'no-data'), build: { worker, pages } });
}
