import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ApiRatingCounts, ApiReview } from '#domain/reviews/review.ts';
import { initialReviews, reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { filterQuery, isFiltered } from '#domain/reviews/review-filters.ts';
import { sumOf } from '#domain/reviews/review-text.ts';
import type { Outcome } from '#lib/outcome.ts';
import { useLoad } from '#ui/useLoad.ts';
import { describeReviews } from './product-page.dom.ts';
import { readRatings, readReviews } from './reviews.api.ts';

/** The fields of the filters, which have texts and ticks. @property mine whether `Skin like mine` was chosen */
const noFilters = { sort: 'newest', skin: '', rating: '', verified: false, answered: false, mine: false };
export type Filters = typeof noFilters;

export type Found = {
  /** With which the reviews were read. */
  filters: Filters;
  reviews: readonly ApiReview[];
  counts: ApiRatingCounts;
  /** Whether there may be more reviews. */
  older: boolean;
  /** Whether their number is read out: not of those that come first. */
  spoken: boolean;
};

const queryOf = (filters: Filters): string =>
  filterQuery(Object.entries(filters).map(([name, value]) => [name, value || '']));

/** The reviews of a product, filtered. The last results stay on the screen until the next ones arrive. */
export function useReviews(id: string) {
  const [filters, setFilters] = useState(noFilters);
  const [all, showAll] = useState(false);
  const query = queryOf(filters);
  const latest = useRef(query);
  latest.current = query;
  /** The request of the counts, which no filter changes. */
  const counting = useRef<ReturnType<typeof readRatings>>(undefined);
  const found = useRef<Found>(undefined);
  const changed = useRef(false);

  const { load, reload, replace } = useLoad(
    query,
    async (): Promise<Outcome<Found>> => {
      counting.current ??= readRatings(id);
      const [reviews, counts] = await Promise.all([readReviews(id, query), counting.current]);
      if (!counts.ok) counting.current = undefined;
      if (!reviews.ok) return reviews;
      if (!counts.ok) return counts;
      if (!query) describeReviews(reviews.data, counts.data.ratings);
      const data = {
        filters,
        reviews: reviews.data,
        counts: counts.data,
        older: reviews.data.length === reviewsPerPage,
        spoken: changed.current,
      };
      return { ok: true, data };
    },
    { onFailure: ({ message }) => console.error('Reviews could not be fetched:', message) },
  );
  if (load.state === 'ready') found.current = load.data;

  const change = (part: Partial<Filters>) => {
    changed.current = true;
    setFilters((before) => {
      const next = { ...before, ...part };
      return { ...next, mine: part.mine ?? (next.mine && next.skin !== '') };
    });
  };

  /** Adds the next page of reviews, and renders it. */
  const next = async () => {
    if (load.state !== 'ready') return;
    const answer = await readReviews(id, query, load.data.reviews.at(-1)?.cursor);
    if (latest.current !== query) return;
    if (!answer.ok) return console.error('More reviews could not be fetched:', answer.message);
    const reviews = [...load.data.reviews, ...answer.data];
    flushSync(() => replace({ ...load.data, reviews, older: answer.data.length === reviewsPerPage }));
  };

  const readAgain = () => {
    counting.current = undefined;
    showAll(false);
    reload();
  };

  return {
    found: found.current && describe(found.current, all),
    failed: load.state === 'failed',
    filters,
    all,
    showAll,
    change,
    /** Sets a filter, or removes it if it has this value. */
    toggle: (name: 'skin' | 'rating', value: string) =>
      change({ [name]: filters[name] === value ? '' : value }),
    reset: () => change(noFilters),
    next,
    retry: reload,
    readAgain,
  };
}

/** What is shown of the reviews that were found. */
function describe(found: Found, all: boolean) {
  const { filters, reviews, counts } = found;
  const filtered = isFiltered(queryOf(filters));
  return {
    ...found,
    filtered,
    shown: all || filtered ? reviews : reviews.slice(0, initialReviews),
    spoken: found.spoken || all,
    total: Math.max(reviews.length, sumOf(counts.ratings)),
  };
}

export type ShownReviews = ReturnType<typeof describe>;
