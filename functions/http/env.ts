/** The Worker's bindings, and the variables of a request. */
import type { DatabaseUse, Db } from '#db/client.ts';
import type { HotStock } from '../catalogue/hot-stock.ts';
import type { MailSettings } from '../email/send.ts';
import type { GithubSettings } from '../lib/github-app.ts';
import { type LimitSettings, setting } from '../lib/limits.ts';
import type { PaymentSettings, Providers } from '../providers/providers.ts';

/** Bindings of wrangler.toml, and secrets. */
export type Bindings = PaymentSettings &
  MailSettings &
  GithubSettings &
  LimitSettings & {
    ASSETS: Fetcher;
    /** Photos by shoppers, by their ids (functions/photos). */
    PHOTOS: R2Bucket;
    /** The version of the Worker that answers; not in a preview. */
    VERSION?: { id: string };
    /** What is served below /dev; only under `npm start` and in tests. Deploying refuses it. */
    DEV?: Fetcher;
    /** Host names for /dev besides the loopback, separated by commas. Deploying refuses it. */
    DEV_HOSTS?: string;
    /** What is served at /edit; only under `npm start` and in tests. In production it has its own host. */
    EDITOR?: Fetcher;
    /** URL of the editor on its own host, whose people sign in at the desk (functions/desk/open-editor.ts). */
    EDITOR_URL?: string;
    /** Origin of the shop if it is not that of content/store.yaml; for local use. */
    SHOP_URL?: string;
    /** Rate limit for all requests of a session. Cloudflare counts per location, so it is never the only limit. */
    FLOOD: RateLimit;
    /** The same for those that change something. */
    WRITES: RateLimit;
    /** Rate limit for all requests of a network without a session that is known, and for those of its sessions together. */
    NETWORK: RateLimit;
    /** The same for those without such a session that change something. */
    NETWORK_WRITES: RateLimit;
    /** The same for answers that contain the whole catalogue, by address. */
    LARGE: RateLimit;
    /** Set for a preview without a database, which serves only the build's catalogue (functions/routes/preview). */
    PREVIEW?: string;
    DATABASE_URL: string;
    DATABASE_AUTH_TOKEN?: string;
    /** Most calls at once of an isolate to the database (db/client.ts). */
    DATABASE_CONNECTIONS?: string;
    /**
     * Key of the fingerprints of email addresses (functions/lib/email-hash.ts) and of signed links
     * (functions/lib/signed-link.ts): 32 characters or more.
     */
    EMAIL_HASH_KEY?: string;
    /** The previous key, while it is being replaced: its links and hashes are still accepted. */
    EMAIL_HASH_KEY_PREVIOUS?: string;
    /** Moves the Worker's clock, ms, and lets requests move it ({@link moveClock}); for tests. Deploying refuses it. */
    CLOCK_OFFSET_MS?: string;
    /** Adds a header with the number of hashed passwords; for tests. Deploying refuses it. */
    COUNT_HASHES?: string;
    /** Makes password hashes quick to compute, with a database on the loopback; for tests. Deploying refuses it. */
    CHEAP_HASHES?: string;
    /** Whether every operator needs a second factor: `required`, also when it is left out, or `optional`. */
    OPERATOR_SECOND_FACTOR?: string;
    /** How long an operator's move can be undone, and its email waits, seconds. */
    UNDO_SECONDS?: string;
    /** Whether orders are written many at a time (functions/orders/gate.ts): `on`, or `off`, also when it is left out. */
    ORDER_GATE?: string;
    /** Whether pieces of hot products are reserved (functions/catalogue/hot-stock.ts): `on`, or `off`, also when it is left out. */
    HOT_STOCK?: string;
  };

export type Env = {
  Bindings: Bindings;
  Variables: {
    db: Db;
    /** What the calls of the request have cost and written so far. */
    databaseUse: DatabaseUse;
    providers: Providers;
    /** The objects of hot products, if that part is on. */
    hotStock: HotStock | undefined;
    /** UTC ms, the same for the whole request. */
    now: number;
    /** The client's widest network (functions/lib/network.ts). */
    network: string;
    requestId: string;
    /** The `code` of a refusal. */
    code?: string;
    /** SHA-256 of the request's token; empty without one, and where a route asks for none. */
    tokenHash: string;
  };
};

type ClockSettings = Pick<Bindings, 'CLOCK_OFFSET_MS'>;

/** The offset of the last {@link moveClock} of this isolate, ms. */
let movedBy: number | undefined;

/**
 * Moves the clock of a Worker that has the setting CLOCK_OFFSET_MS, so that tests need not restart it; of any other
 * Worker it moves nothing.
 * @param offset ms from the machine's clock, as a request sends it
 */
export function moveClock(env: ClockSettings, offset: string | undefined): void {
  if (env.CLOCK_OFFSET_MS !== undefined && offset !== undefined) movedBy = Number(offset);
}

/** The Worker's clock, UTC ms. */
export const clock = (env: ClockSettings): number =>
  Date.now() + (movedBy ?? Number(env.CLOCK_OFFSET_MS ?? 0));

/** How long an operator's move of an order can be undone, ms (docs/behaviour.md, "Undo"). */
export const undoTimeOf = ({ UNDO_SECONDS }: Pick<Bindings, 'UNDO_SECONDS'>): number =>
  setting(UNDO_SECONDS, 120) * 1000;

/** Whether operators without a second factor may work at the desk. @throws Error for an unknown value */
export function factorIsOptional({
  OPERATOR_SECOND_FACTOR: value,
}: Pick<Bindings, 'OPERATOR_SECOND_FACTOR'>): boolean {
  if (value === undefined || value === 'required') return false;
  if (value === 'optional') return true;
  throw new Error(`OPERATOR_SECOND_FACTOR is set to "${value}", not to "required" or "optional"`);
}

/** Whether a part that is off by default is on. @throws Error for an unknown value */
export function isOn<Name extends 'ORDER_GATE' | 'HOT_STOCK'>(
  env: Pick<Bindings, Name>,
  name: Name,
): boolean {
  const { [name]: value = 'off' } = env;
  if (value !== 'on' && value !== 'off')
    throw new Error(`${name} is set to "${value}", not to "on" or "off"`);
  return value === 'on';
}
