/**
 * Reference measurements on this machine, with which the shop is compared: a bare Worker that returns JSON, and the
 * database server alone, which receives an order's rows in the same batches.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { hashOf } from '../support/rows.ts';

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

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * A recorded batch as another order would have sent it, with new ids.
 * @param token of the recorded buyer, and of the new one
 * @param reference unique
 */
export function anotherOrder(batch: string, token: { was: string; is: string }, reference: string): string {
  const ids = new Map<string, string>();
  return batch
    .replaceAll(hashOf(token.was), hashOf(token.is))
    .replaceAll(uuid, (id) => {
      const fresh = ids.get(id) ?? randomUUID();
      ids.set(id, fresh);
      return fresh;
    })
    .replaceAll(/ORD-\d{6,8}/g, reference);
}

/** A recorded call that opens and closes its own connection. */
export function onItsOwn(call: string): string {
  const { baton: _, requests } = JSON.parse(call) as { baton?: string; requests: { type: string }[] };
  return JSON.stringify({
    requests: [...requests.filter(({ type }) => type !== 'close'), { type: 'close' }],
  });
}
