/**
 * Answers that contain the whole catalogue: made once in an isolate for each version of it, since serializing 5,000 products
 * takes a quarter of a second. Triggers count the versions (db/triggers), so an answer costs one row while nothing
 * changes, and a price, a pause and the last piece are in the next answer. The begin and the end of a sale are in the
 * next answer too. Requests that come together share both the reading of the version and the making of the answer.
 */
import type { Db } from '#db/client.ts';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import { SharedWork } from '../lib/shared-work.ts';
import { readCatalogue, selectVersion } from './read.ts';

/** Bytes above which an answer is large: its numbers of pieces may be a little old. */
const large = 500_000;

/** Longest that a large answer keeps numbers of pieces and ratings that have changed, ms. */
const longestAge = 10_000;

/**
 * How much newer than a request the prices of its answer may be, ms: at the begin of a sale, requests of the moment before
 * would else make the answer of before once more.
 */
const ahead = 5_000;

/**
 * @property content counts changes of what the catalogue says: texts, prices, what is sold, whether it is in stock
 * @property numbers counts other changes of stock, and those of ratings
 */
type Version = { content: number; numbers: number };

/**
 * @property body as bytes, so that it is encoded once @property at when it was made, UTC ms
 * @property time in which no sale begins or ends, UTC ms
 */
type Answer = Version & {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  at: number;
  time: { from: number; until: number };
};

const answers = new Map<string, Answer>();

const versions = new SharedWork<Version>();
const making = new Map<string, SharedWork<Answer>>();

/** The version of the catalogue, of the rows of `selectVersion`. */
export const versionOf = (rows: Awaited<ReturnType<typeof selectVersion>>): Version => {
  const countOf = (name: string) => rows.find(({ about }) => about === name)?.count ?? 0;
  return { content: countOf('content'), numbers: countOf('numbers') };
};

/** The version of the catalogue now. */
export const readVersion = (db: Db): Promise<Version> =>
  versions.run(async () => versionOf(await selectVersion(db)));

const isCurrent = (answer: Answer, { content, numbers }: Version, now: number): boolean =>
  answer.content === content &&
  answer.time.from <= now + ahead &&
  now < answer.time.until &&
  (answer.numbers === numbers || (answer.body.length > large && now - answer.at < longestAge));

async function makeAnswer(
  db: Db,
  serialize: (products: ApiProduct[]) => string,
  now: number,
): Promise<Answer> {
  const { products, version, time } = await readCatalogue(db, now);
  const body = new TextEncoder().encode(serialize(products));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const etag = `"${btoa(String.fromCharCode(...digest.slice(0, 18)))}"`;
  return { ...versionOf(version), body, etag, at: now, time };
}

/**
 * The whole catalogue as a body.
 * @param name of the answer in this isolate @param serialize makes the body @param now UTC ms
 */
export async function cachedCatalogue(
  db: Db,
  name: string,
  serialize: (products: ApiProduct[]) => string,
  now: number,
): Promise<Pick<Answer, 'body' | 'etag' | 'time'>> {
  const work = making.get(name) ?? new SharedWork<Answer>();
  making.set(name, work);
  const version = answers.has(name) || work.isRunning ? await readVersion(db) : undefined;
  const fits = (answer: Answer) => version !== undefined && isCurrent(answer, version, now);
  const known = answers.get(name);
  if (known && fits(known)) return known;
  return work.run(async () => {
    const answer = await makeAnswer(db, serialize, now);
    answers.set(name, answer);
    return answer;
  }, fits);
}
