/** Grades the search by lists of judged queries (docs/search.md). */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { table } from '#tools/lib/generated-docs.ts';

const judgedQuery = z.strictObject({
  q: z.string().min(1).max(100),
  language: z.enum(['english', 'hindi', 'hinglish', 'mixed']),
  kind: z.string(),
  /** Ids of the products that ought to be found; none for what the shop does not sell. */
  right: z.array(z.string()),
  /** Ids of products that may be shown, too. */
  acceptable: z.array(z.string()).default([]),
});
export type JudgedQuery = z.output<typeof judgedQuery>;

export const readQueries = (file: 'queries' | 'unseen'): JudgedQuery[] =>
  z.array(judgedQuery).parse(parse(readFileSync(new URL(`${file}.yaml`, import.meta.url), 'utf8')));

/**
 * @property first whether the first result is right; for an empty list, whether nothing is shown
 * @property found right products among the first five
 * @property wanted right products that can be among the first five
 * @property disordered whether a wrong product is above the last right one
 */
export type Grade = {
  query: JudgedQuery;
  shown: string[];
  first: boolean;
  found: number;
  wanted: number;
  disordered: boolean;
};

export function grade(query: JudgedQuery, shown: string[]): Grade {
  const { right, acceptable } = query;
  const last = shown.findLastIndex((id) => right.includes(id));
  return {
    query,
    shown,
    first: right.length ? right.includes(shown[0] ?? '') : !shown.length,
    found: shown.slice(0, 5).filter((id) => right.includes(id)).length,
    wanted: Math.min(right.length, 5),
    disordered: shown.slice(0, last + 1).some((id) => !right.includes(id) && !acceptable.includes(id)),
  };
}

export type Score = { queries: number; first: number; recall: number; disordered: number };

/** Shares from 0 to 1. */
export function scoreOf(grades: readonly Grade[]): Score {
  const share = (test: (one: Grade) => boolean) => grades.filter(test).length / grades.length;
  const sum = (value: (one: Grade) => number) => grades.reduce((total, one) => total + value(one), 0);
  const wanted = sum((one) => one.wanted);
  return {
    queries: grades.length,
    first: share(({ first }) => first),
    recall: wanted ? sum(({ found }) => found) / wanted : 1,
    disordered: share(({ disordered }) => disordered),
  };
}

export function scoresBy(grades: readonly Grade[], property: 'language' | 'kind'): Map<string, Score> {
  const groups = Map.groupBy(grades, ({ query }) => query[property]);
  return new Map([...groups].map(([name, group]) => [name, scoreOf(group)]));
}

/** The aims, on queries that nobody tuned with. */
export const aims = { first: 0.85, firstOfEach: 0.78, recall: 0.92, recallOfEach: 0.88, disordered: 0.05 };

/** @param find the ids that a text finds, in order */
export const gradeAll = (queries: readonly JudgedQuery[], find: (q: string) => string[]): Grade[] =>
  queries.map((query) => grade(query, find(query.q)));

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A table by language and kind: of the seen queries and, behind the bars, of the others. */
export function reportOf(seen: readonly Grade[], unseen: readonly Grade[]): string {
  const cells = (score: Score | undefined) =>
    score
      ? [score.queries, percent(score.first), percent(score.recall), percent(score.disordered)]
      : ['–', '–', '–', '–'];
  const rows = (['language', 'kind'] as const).flatMap((property) => {
    const others = scoresBy(unseen, property);
    return [...scoresBy(seen, property)].map(([name, score]) => [
      name,
      ...cells(others.get(name)),
      ...cells(score),
    ]);
  });
  return table(
    ['', 'Unseen', 'First right', 'Found', 'Disordered', 'Seen', 'First right', 'Found', 'Disordered'],
    [['**All**', ...cells(scoreOf(unseen)), ...cells(scoreOf(seen))], ...rows],
  );
}
