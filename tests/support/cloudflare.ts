/**
 * An imitation of Cloudflare for wrangler itself: what its API answers about the Workers of one account, with the state in
 * memory, and which version answers at an address. Wrangler speaks to it by CLOUDFLARE_API_BASE_URL. A call that is not
 * imitated is answered 404, so a new one is noticed.
 */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';

type Binding = { type: string; name: string; text?: string; bucket_name?: string };
type Metadata = {
  main_module: string;
  bindings: Binding[];
  keep_bindings?: string[];
  compatibility_date?: string;
  compatibility_flags?: string[];
  assets?: { jwt: string; config?: Record<string, unknown> };
  annotations?: Record<string, string>;
};

/**
 * One upload, or a change of secrets.
 * @property files paths of static files with the hashes of their content
 */
export type CloudVersion = {
  id: string;
  createdAt: string;
  triggeredBy: 'upload' | 'secret';
  metadata: Metadata;
  modules: Map<string, { type: string; content: Buffer }>;
  files: Record<string, { hash: string }>;
};
type Deployed = { version_id: string; percentage: number };
type Worker = {
  versions: CloudVersion[];
  deployments: { created_on: string; versions: Deployed[] }[];
  schedules: string[];
  onWorkersDev: boolean;
};

const ok = (result: unknown) => ({ success: true, errors: [], messages: [], result });

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
const noWorker = () => new Refusal(10007, 'This Worker does not exist on your account.');

const api = '/client/v4/accounts/:account';
const script = `${api}/workers/scripts/:name` as const;

/** A token that wrangler takes for one that has not ended. */
const token = (id: string) =>
  `${btoa('{}')}.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600, id }))}.signature`;

/** @property zones the account's domains @property domains hostnames with the names of their Workers */
export class Cloudflare {
  readonly zones: string[];
  readonly workers = new Map<string, Worker>();
  readonly domains = new Map<string, string>();
  readonly buckets = new Set<string>();
  /** Contents of static files, base64, by hash. */
  readonly files = new Map<string, string>();
  readonly app = new Hono();
  #sessions = new Map<string, CloudVersion['files']>();
  #lastTime = 0;

  constructor(zones: string[] = []) {
    this.zones = zones;
    this.#routes();
  }

  /** What wrangler needs to speak to it. @param host where `app` is served */
  static environment = (host: string) => ({
    CLOUDFLARE_API_BASE_URL: `http://${host}/client/v4`,
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_ACCOUNT_ID: 'account',
    // A project's own .env is not for it.
    CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
  });

  /** Forgets everything but the zones. */
  clear(): void {
    for (const part of [this.workers, this.domains, this.buckets, this.files]) part.clear();
  }

  /**
   * The version that answers at an address: the one that the header names if it is deployed, else one with traffic.
   * @param overrides header Cloudflare-Workers-Version-Overrides
   */
  versionAt(hostname: string, overrides = ''): CloudVersion | undefined {
    const name = this.domains.get(hostname);
    const worker = name === undefined ? undefined : this.workers.get(name);
    const deployed = worker?.deployments.at(-1)?.versions;
    const [, worked, wanted] = /^([\w-]+)="(.*)"$/.exec(overrides) ?? [];
    const chosen =
      (worked === name && deployed?.find(({ version_id }) => version_id === wanted)) ||
      deployed?.find(({ percentage }) => percentage > 0);
    return worker?.versions.find(({ id }) => id === (chosen || undefined)?.version_id);
  }

  /** Later than every other time. */
  #now(): string {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1);
    return new Date(this.#lastTime).toISOString();
  }

  #worker(name: string): Worker {
    const worker = this.workers.get(name);
    if (!worker) throw noWorker();
    return worker;
  }

  #deploy(worker: Worker, ...versions: Deployed[]): void {
    worker.deployments.push({ created_on: this.#now(), versions });
  }

  /** Makes a version of an upload: a form with the metadata and the modules. */
  async #upload(worker: Worker, form: FormData): Promise<CloudVersion> {
    const metadata: Metadata = JSON.parse(String(form.get('metadata')));
    for (const { type, bucket_name } of metadata.bindings)
      if (type === 'r2_bucket' && !this.buckets.has(bucket_name ?? ''))
        throw new Refusal(10085, `R2 bucket '${bucket_name}' not found.`);
    const before = worker.versions.at(-1)?.metadata.bindings ?? [];
    const kept = before.filter(
      ({ type, name }) =>
        metadata.keep_bindings?.includes(type) && !metadata.bindings.some((one) => one.name === name),
    );
    metadata.bindings.push(...kept);
    const modules: CloudVersion['modules'] = new Map();
    for (const [name, part] of form)
      if (part instanceof File)
        modules.set(name, { type: part.type, content: Buffer.from(await part.arrayBuffer()) });
    const files = this.#sessions.get(metadata.assets?.jwt ?? '') ?? {};
    return this.#add(worker, { triggeredBy: 'upload', metadata, modules, files });
  }

  #add(worker: Worker, version: Omit<CloudVersion, 'id' | 'createdAt'>): CloudVersion {
    const added = { ...version, id: randomUUID(), createdAt: this.#now() };
    worker.versions.push(added);
    return added;
  }

  /** Makes and deploys a version with other secrets. */
  #changeSecrets(worker: Worker, changes: Record<string, string | null>): void {
    const latest = worker.versions.at(-1);
    const isLive = worker.deployments.at(-1)?.versions.some(({ version_id }) => version_id === latest?.id);
    if (!latest || !isLive)
      throw new Refusal(10215, 'The latest version of your Worker is not currently deployed.');
    const bindings = latest.metadata.bindings.filter(({ name }) => !(name in changes));
    for (const [name, text] of Object.entries(changes))
      if (text !== null) bindings.push({ type: 'secret_text', name, text });
    const version = this.#add(worker, {
      ...latest,
      triggeredBy: 'secret',
      metadata: { ...latest.metadata, bindings, annotations: {} },
    });
    this.#deploy(worker, { version_id: version.id, percentage: 100 });
  }

  #describe(worker: Worker, version: CloudVersion) {
    const { id, createdAt, triggeredBy, metadata } = version;
    return {
      id,
      number: worker.versions.indexOf(version) + 1,
      metadata: { created_on: createdAt, source: 'wrangler', has_preview: false },
      annotations: { ...metadata.annotations, 'workers/triggered_by': triggeredBy },
      resources: {
        // Of a secret, only the name.
        bindings: metadata.bindings.map(({ text: _, ...binding }) => binding),
        script: { etag: id, handlers: ['fetch'], last_deployed_from: 'wrangler' },
        script_runtime: { compatibility_date: metadata.compatibility_date },
      },
      startup_time_ms: 10,
    };
  }

  #routes(): void {
    const { app } = this;
    app.onError((error, c) => {
      const { code } = error as Partial<Refusal>;
      if (code === undefined) throw error;
      return c.json(
        { ...ok(null), success: false, errors: [{ code, message: error.message }] },
        code === 10007 ? 404 : 400,
      );
    });
    app.notFound((c) => {
      const message = `${c.req.method} ${c.req.path} is not imitated`;
      return c.json({ ...ok(null), success: false, errors: [{ code: 7003, message }] }, 404);
    });
    this.#uploads();
    this.#secrets();
    this.#addresses();
  }

  #uploads(): void {
    const { app } = this;
    app.put(script, async (c) => {
      const worker = this.workers.get(c.req.param('name')) ?? {
        versions: [],
        deployments: [],
        schedules: [],
        onWorkersDev: false,
      };
      const version = await this.#upload(worker, await c.req.formData());
      this.workers.set(c.req.param('name'), worker);
      this.#deploy(worker, { version_id: version.id, percentage: 100 });
      return c.json(ok({ id: c.req.param('name'), deployment_id: version.id, startup_time_ms: 10 }));
    });
    app.get(`${script}/versions`, (c) => {
      const worker = this.#worker(c.req.param('name'));
      // The newest ten, as Cloudflare lists them.
      const items = worker.versions.slice(-10).reverse();
      return c.json(ok({ items: items.map((version) => this.#describe(worker, version)) }));
    });
    app.post(`${script}/versions`, async (c) => {
      const worker = this.#worker(c.req.param('name'));
      return c.json(ok(this.#describe(worker, await this.#upload(worker, await c.req.formData()))));
    });
    app.get(`${script}/versions/:id`, (c) => {
      const worker = this.#worker(c.req.param('name'));
      const version = worker.versions.find(({ id }) => id === c.req.param('id'));
      if (!version) throw new Refusal(10400, 'Version does not exist.');
      return c.json(ok(this.#describe(worker, version)));
    });
    app.get(`${script}/deployments`, (c) =>
      c.json(ok({ deployments: this.#worker(c.req.param('name')).deployments.toReversed() })),
    );
    app.post(`${script}/deployments`, async (c) => {
      this.#deploy(this.#worker(c.req.param('name')), ...(await c.req.json()).versions);
      return c.json(ok({ id: randomUUID() }));
    });
    app.post(`${script}/assets-upload-session`, async (c) => {
      const { manifest }: { manifest: CloudVersion['files'] } = await c.req.json();
      const hashes = new Set(Object.values(manifest).map(({ hash }) => hash));
      const absent = [...hashes].filter((hash) => !this.files.has(hash));
      const jwt = token(randomUUID());
      this.#sessions.set(jwt, manifest);
      const buckets = Array.from({ length: Math.ceil(absent.length / 100) }, (_, n) =>
        absent.slice(n * 100, n * 100 + 100),
      );
      return c.json(ok({ jwt, buckets }));
    });
    app.post(`${api}/workers/assets/upload`, async (c) => {
      for (const [hash, part] of await c.req.formData())
        this.files.set(hash, part instanceof File ? await part.text() : String(part));
      const jwt = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
      const wanted = Object.values(this.#sessions.get(jwt) ?? {});
      return c.json(ok({ jwt: wanted.every(({ hash }) => this.files.has(hash)) ? jwt : undefined }), 201);
    });
  }

  #secrets(): void {
    const { app } = this;
    const secretsOf = (name: string) =>
      this.#worker(name)
        .versions.at(-1)
        ?.metadata.bindings.filter(({ type }) => type === 'secret_text') ?? [];
    app.get(`${script}/secrets`, (c) =>
      c.json(ok(secretsOf(c.req.param('name')).map(({ name, type }) => ({ name, type })))),
    );
    app.put(`${script}/secrets`, async (c) => {
      const { name, text } = await c.req.json();
      this.#changeSecrets(this.#worker(c.req.param('name')), { [name]: text });
      return c.json(ok({ name, type: 'secret_text' }));
    });
    app.patch(`${script}/secrets-bulk`, async (c) => {
      const { secrets }: { secrets: Record<string, { text: string } | null> } = await c.req.json();
      const changes = Object.entries(secrets).map(([name, secret]) => [name, secret?.text ?? null]);
      this.#changeSecrets(this.#worker(c.req.param('name')), Object.fromEntries(changes));
      return c.json(ok(null));
    });
    app.delete(`${script}/secrets/:secret`, (c) => {
      this.#changeSecrets(this.#worker(c.req.param('name')), { [c.req.param('secret')]: null });
      return c.json(ok(null));
    });
  }

  #addresses(): void {
    const { app } = this;
    app.get(`${api}/workers/services/:name`, (c) => {
      this.#worker(c.req.param('name'));
      const tag = c.req.param('name');
      return c.json(
        ok({
          id: tag,
          default_environment: {
            environment: 'production',
            script: { id: tag, tag, tags: null, last_deployed_from: 'wrangler' },
          },
        }),
      );
    });
    const subdomain = (name: string) => ({
      enabled: this.#worker(name).onWorkersDev,
      previews_enabled: false,
    });
    app.get(`${api}/workers/workers/:name`, (c) => {
      const name = c.req.param('name');
      return c.json(ok({ id: name, name, subdomain: subdomain(name) }));
    });
    app.get(`${script}/subdomain`, (c) => c.json(ok(subdomain(c.req.param('name')))));
    app.post(`${script}/subdomain`, async (c) => {
      const name = c.req.param('name');
      this.#worker(name).onWorkersDev = (await c.req.json()).enabled;
      this.#attach(`${name}.account.workers.dev`, name, this.#worker(name).onWorkersDev);
      return c.json(ok(subdomain(name)));
    });
    app.put(`${script}/schedules`, async (c) => {
      const crons: { cron: string }[] = await c.req.json();
      this.#worker(c.req.param('name')).schedules = crons.map(({ cron }) => cron);
      return c.json(ok({ schedules: crons }));
    });
    app.get(`${script}/settings`, (c) =>
      c.json(ok({ bindings: this.#worker(c.req.param('name')).versions.at(-1)?.metadata.bindings })),
    );
    app.all(`${script}/script-settings`, (c) => c.json(ok({ tags: [] })));
    app.post(`${script}/domains/changeset`, (c) =>
      c.json(ok({ added: [], removed: [], updated: [], conflicting: [] })),
    );
    app.put(`${script}/domains/records`, async (c) => {
      const name = c.req.param('name');
      this.#worker(name);
      const { origins }: { origins: { hostname: string }[] } = await c.req.json();
      for (const { hostname } of origins) {
        const isOurs = this.zones.some((zone) => hostname === zone || hostname.endsWith(`.${zone}`));
        if (!isOurs) throw new Refusal(10059, `No zone of this account has ${hostname}.`);
        this.#attach(hostname, name, true);
      }
      return c.json(ok(origins));
    });
    app.post(`${api}/r2/buckets`, async (c) => {
      const { name } = await c.req.json();
      this.buckets.add(name);
      return c.json(ok({ name }));
    });
    app.get(`${api}/r2/buckets/:bucket`, (c) => {
      const name = c.req.param('bucket');
      if (!this.buckets.has(name)) throw new Refusal(10006, 'The specified bucket does not exist.');
      return c.json(ok({ name }));
    });
  }

  #attach(hostname: string, name: string, yes: boolean): void {
    if (yes) this.domains.set(hostname, name);
    else this.domains.delete(hostname);
  }
}
