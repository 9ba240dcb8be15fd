/**
 * PREVIEW=change-12 npm run preview: the pages as they are here, at a URL of their own, for a person who wants to
 * look before it is published. They are uploaded to a Worker of their own, `<name>-preview` (wrangler.toml), which
 * never has the shop's database: it has one of its own (`PREVIEW_DATABASE_URL`), which is migrated and synced, or it
 * only reads the build's catalogue and refuses everything else (functions/routes/preview).
 *
 * In a pipeline the URL is passed to the next step (GITHUB_OUTPUT).
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import { contentRow, syncCatalogue } from '#db/sync.ts';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import { soldProducts } from '#domain/catalogue/publication.ts';
import { allSellables, firstStock } from '#domain/catalogue/sellable.ts';
import { serializeProduct } from '#functions/catalogue/read.ts';
import { previewCatalogue } from '#lib/paths.ts';
import { refusal, settingsSources } from '#tools/deploy.ts';
import { buildIfNeeded, parts } from '#tools/lib/build.ts';
import { runAndCapture } from '#tools/lib/child.ts';
import { runCommand } from '#tools/lib/command.ts';
import { readProducts, readSales, root } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { previewSecrets } from '#tools/lib/preview-target.ts';
import { readVarsFile } from '#tools/lib/vars.ts';
import { quietWrangler, wrangler } from '#tools/lib/wrangler.ts';

const folder = join(root, '.cache', 'preview');
/** Where the version's secrets are while it is uploaded. */
const secretsFile = join(folder, 'secrets.json');

/** A name that can be part of a host name. @throws Failure */
export function previewName({ PREVIEW = '' }: NodeJS.ProcessEnv): string {
  if (!/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/.test(PREVIEW))
    throw new Failure(`PREVIEW=${PREVIEW}: must be a name in small letters, such as change-12.`);
  return PREVIEW;
}

/** The address in what wrangler reports (one JSON object a line). @throws Failure when there is none */
export function previewAddress(report: string): string {
  const events = report.split('\n').filter(Boolean);
  const addresses = events.map((line) => JSON.parse(line).preview_alias_url);
  const address = addresses.findLast((one): one is string => typeof one === 'string');
  if (!address)
    throw new Failure('Cloudflare gave no address for the preview: see preview_urls in wrangler.toml.');
  return address;
}

/** Wrangler's options for what to upload, and to which Worker. @param secrets see {@link previewSecrets} */
export const previewUpload = (secrets: Record<string, string> | undefined): string[] => [
  '--env',
  'preview',
  ...(secrets ? ['--secrets-file', secretsFile] : ['--var', 'PREVIEW:on']),
];

/** The build's products as the API answers them, in the editor's order, with their opening stock; of a kit what can be built. */
function catalogueOfBuild(): ApiProduct[] {
  const products = readProducts();
  const catalogue = { sellables: allSellables(products), sales: readSales() };
  const opening = (id: string) => {
    const sellable = catalogue.sellables.get(id);
    return sellable ? firstStock(sellable) : 0;
  };
  return [...allSellables(soldProducts(products, Date.now()))]
    .map(([id, sellable]) => ({
      id,
      ...contentRow(id, sellable, catalogue),
      stock: Math.min(...(sellable.parts ?? [id]).map(opening)),
    }))
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map((row) =>
      serializeProduct(
        { ...row, opening: row.stock, ratingSum: 0, reviewCount: 0, paused: null, changes: [] },
        Date.now(),
      ),
    );
}

/** Prepares the built pages for a preview: adds `noindex` and the catalogue file. */
export function markAsPreview(pages: string): void {
  const file = join(pages, '_headers');
  const line = '\n/*\n  X-Robots-Tag: noindex\n';
  if (!readFileSync(file, 'utf8').endsWith(line)) appendFileSync(file, line);
  writeFileSync(join(pages, previewCatalogue), JSON.stringify(catalogueOfBuild()));
}

/** Uploads a version. The first one of a new Worker has to be deployed, which gives it nothing but an address. */
async function upload(name: string, how: string[]): Promise<string> {
  const report = join(folder, 'wrangler.json');
  rmSync(report, { force: true });
  const env = { ...quietWrangler, WRANGLER_OUTPUT_FILE_PATH: report };
  const run = (...command: string[]) => runAndCapture(wrangler(...command, ...how), env);
  const version = () => run('versions', 'upload', '--preview-alias', name);
  await version().catch(async (error: Error) => {
    if (!error.message.includes('does not yet exist')) throw error;
    logInfo('Making the Worker of the previews…');
    await run('deploy');
    await version();
  });
  return previewAddress(readFileSync(report, 'utf8'));
}

async function preview(): Promise<void> {
  const name = previewName(process.env);
  const secrets = previewSecrets(process.env, readVarsFile('.env'));
  const reason = refusal(settingsSources());
  if (reason) throw new Failure(reason);
  await buildIfNeeded({ log: logInfo, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    // The next build of the shop itself is neither hidden nor a preview.
    rmSync(parts.pages.stamp, { force: true });
    markAsPreview(parts.pages.folder);
    if (secrets) {
      const database = { url: secrets.DATABASE_URL ?? '', authToken: secrets.DATABASE_AUTH_TOKEN };
      logInfo(`Migrations applied to the preview's database: ${await migrate(database)}.`);
      await syncCatalogue(database, readProducts(), readSales());
      writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
    }
    const address = await upload(name, previewUpload(secrets));
    if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `url=${address}\n`);
    logInfo(`The preview is at ${address}`);
    if (!secrets) logInfo('It shows the catalogue of this build; nothing can be ordered there.');
  } finally {
    rmSync(secretsFile, { force: true });
  }
}

if (import.meta.main) await runCommand(preview);
