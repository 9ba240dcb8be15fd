/** The example dashboard and alarms ask for what the log lines have (docs/operations.md, "Monitoring"). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '#tools/lib/content.ts';

/** Fields of functions/http/log-requests.ts, and of errors (functions/lib/log.ts, functions/jobs/run.ts). */
const fields = ['level', 'route', 'status', 'ms', 'databaseMs', 'rowsRead', 'rowsWritten', 'version', 'job'];

const read = (file: string) => readFileSync(join(root, 'docs/monitoring', file), 'utf8');
const dashboard = JSON.parse(read('dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const alarms = parse(read('alarms.yaml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
};

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...alarms.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
];

test.each(expressions)('%s', (_, expr) => {
  const logs = readFileSync(join(root, 'functions/http/log-requests.ts'), 'utf8');
  const asked = [
    ...expr.matchAll(/\|\s*(\w+)\s*(?:=~|[=!<>]=?)/g),
    ...expr.matchAll(/unwrap (\w+)/g),
    ...expr.matchAll(/by \((\w+)\)/g),
  ].map(([, name = '']) => name);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !fields.includes(name))).toEqual([]);
  for (const name of asked.filter((one) => one !== 'job' && one !== 'level')) expect(logs).toContain(name);
});
